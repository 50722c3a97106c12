/** What English sentences state. The order counts: how Claude deals with the person, then choices, then rules, then causes. */
import { anywhere, type ClassifyRule, opening, phrase } from './speech.ts';

const LEAD = String.raw`(?:(?:and|also|but|so|ok|okay|yes|yeah|yep|no|nope|please|pls|well|hmm+|actually|btw|fyi|note|oh|right|good|great|sure|alright|thanks|perfect|in general|generally|one more thing|reminder|remember|for the record|again|then|now|just|nah)[,:;.!]*\s+){0,5}`;
/** Of the talk itself, not of the code. */
const TALK = String.raw`answers?|answering|repl(?:y|ies|ying)|respon(?:d|ses?|ding)|expla(?:in|ins|ining|nations?)|emojis?|apologi[sz](?:e|ing)|apolog(?:y|ies)|summar(?:y|ies|i[sz]e|i[sz]ing)|recaps?|guess(?:ing)?|prais(?:e|ing)|flatter(?:y|ing)?|chatty|verbose|concise|brief|blunt|terse|polite|walls of text|telling me|filler|small talk|jargon|bullet points|tone|the words?|simple words|asking me|whether to continue`;
/** Written things of the project: with one of these a rule about words is a rule of the project. */
const WRITTEN = phrase(
  'commit messages?|commits in|comments?|docs|documentation|docstrings?|readme|changelog|logs?|log messages?|error messages?|prs?|pull requests?|api|endpoints?|handlers?|codebase|this (?:repo|project|codebase|service)|here',
);

export const ENGLISH_RULES: readonly ClassifyRule[] = [
  {
    name: 'procedure-after-colon',
    type: 'runbook',
    pattern: anywhere(
      String.raw`^(?:(?:to|for (?:a|an|every|each|the)|how (?:to|we|i|you)|(?:so |here's |here is |this is |that's )how (?:to|we|i|you)|steps|when(?:ever)?|if|in case|every|each|after|before|once|rolling|restoring|releasing|deploying)\s[^:]{2,80}|[^:]{3,60} (?:goes|works) like this|[^:]{0,60}\b(?:steps|process|procedure|checklist|runbook)[^:]{0,40}):\s.{0,400}?(?:\b(?:then|finally|after that|afterwards|lastly)\b|(?:\s|^)2[.)]\s|->|→|,[^,]{2,80}(?:,|\band\b))`,
    ),
    unless: anywhere(
      String.raw`\?\s*$|^(?:for|to) (?:now|you|me|summari[sz]e)\b|\b(?:please do|do this|do the following)\b`,
    ),
    finds: [
      'to release: bump the version, tag it, push the tag, then wait for the npm job',
      'deploy steps: 1. merge to main 2. wait for ci',
      'for a hotfix: branch from the tag, fix, then tag again',
    ],
    leaves: ['please do this: fix it, then commit', 'to be clear: no'],
  },
  {
    name: 'procedure-first-then',
    type: 'runbook',
    pattern: anywhere(
      String.raw`^(?:to|when(?:ever)?|if|every|each|before|after|for)\s[^:]{2,100}?\bfirst\b.{3,300}\b(?:then|finally|after that)\b`,
    ),
    unless: /\?\s*$|\bwhen you(?:'re| are) (?:done|finished)\b/i,
    finds: ['to debug the emulator, first start it with -v, then attach chrome'],
    leaves: ['first fix the tests, then commit'],
  },
  {
    name: 'procedure-on-trouble',
    type: 'runbook',
    pattern: anywhere(
      String.raw`^(?:when(?:ever)?|if|in case|once)\s[^,:]{2,100}?\b(?:stuck|fails?|failed|breaks?|broken|hangs?|down|expires?|expired|backs? up|reports?|missing|full|crash\w*|dies|leaks?|times? out|slow|unreachable|drops?|grows?|locked|corrupt\w*)\b[^,:]{0,60}[,:]\s.{3,300}?(?:\bthen\b|,[^,]{2,80}(?:,|\band\b)|\band\b)`,
    ),
    unless: /\?\s*$/,
    finds: [
      'when the queue is stuck, restart the worker and then replay the dead letters',
      'if ci hangs, cancel it, clear the cache and rerun',
    ],
    leaves: ['if the tests pass, commit', 'when it is full, we lose jobs'],
  },
  {
    name: 'turned-out',
    type: 'insight',
    pattern: phrase(
      String.raw`turn(?:s|ed)? out|root cause|(?:the )?(?:real |actual )?(?:problem|reason|culprit|cause|issue|bug|leak|error) (?:is|was|were|came|comes|lies|lay|why|behind|for|with)|caused by|came from|lesson learned|(?:i|we) (?:just )?(?:learned|learnt|found out|noticed|discovered|measured)|last time|(?:fails?|failed|breaks?|broke|crashe[sd]) (?:because|since|as|on|when|with)`,
    ),
    unless: /\?\s*$|\bnever again\b|\b(?:we (?:decided|chose|agreed|settled)|from now on)\b|^(?:when(?:ever)?|if)\b/i,
    finds: [
      'Turns out the pool was too small.',
      'the memory leak came from listeners that never get removed',
      'It fails because the clock is wrong.',
    ],
    leaves: ['What is the root cause?', 'if it fails because of x, restart'],
  },
  {
    name: 'of-the-talk',
    type: 'preference',
    pattern: anywhere(
      String.raw`^${LEAD}(?:(?:always|never|don't|do not|stop|no|keep|less|fewer|more|skip|be|avoid|use|when(?:ever)?|if|answer|reply|respond|explain|limit|make|give|drop|cut|short|shorter|start|end)\b(?:.{0,80}?\b)?|)(?:${TALK})\b`,
    ),
    unless: WRITTEN,
    finds: ['keep answers short', 'stop apologizing', 'no emojis please', 'be blunt with me', "don't guess, ask"],
    leaves: ['no emojis in commit messages', 'the answer is 42'],
  },
  {
    name: 'in-a-language',
    type: 'preference',
    pattern: phrase(
      String.raw`(?:talk|speak|write|answer|reply|respond|chat)(?: (?:to|with) me| back)?(?: always| only)? in (?:plain |simple |british |american )?(?:english|german|french|spanish|portuguese|italian|dutch|japanese|chinese|korean|russian|polish|turkish|czech|swedish)|(?:british|american) (?:spelling|english)`,
    ),
    unless: WRITTEN,
    finds: ['talk to me in german, code in english', 'please answer in french from now on'],
    leaves: ['we write docs in english only'],
  },
  {
    name: 'with-me',
    type: 'preference',
    pattern: anywhere(
      String.raw`\b(?:ask|tell|show|warn|check with|consult|notify|wait for) me\b.{0,60}\b(?:first|before|every time|always|whenever|if|when)\b|\b(?:always|never|first)\b.{0,40}\b(?:ask|tell|show|warn) (?:me|before|first)\b|\bask(?: me)? (?:first|before)\b|\bwithout (?:(?:first )?(?:asking|telling|showing|checking with|consulting)(?: me)?\b(?! for)|my\b|me\b)|^${LEAD}(?:always|never|don't ever|do not ever|don't|do not|from now on)\b.{0,100}\b(?:me|my|i)\b(?! (?:machine|branch|env))|\bcall me\b|\b(?:run|clear|check|confirm) (?:it|that|this|them) (?:by|with) me\b|\bheads-?up (?:first|before|if|when|every)|\bgive me (?:a |some )?(?:heads-?up|options|alternatives|choices|a warning|the choice)\b|\b(?:my|without my) (?:go|go-ahead|ok|okay|approval|permission|consent|sign-?off|confirmation)\b|\bi (?:didn't|did not|haven't) ask(?:ed)? (?:for|you)\b|\bunless i (?:ask|say|tell|want|request)\b|\b(?:quit|stop) (?:adding|saying|starting|ending|asking|repeating|rewriting|telling)\b.{0,20}["'“]|\blet me (?:review|decide|confirm|approve|choose|pick)\b|\bone (?:thing|step|change|question|file) at a time\b|\b(?:be|treat|talk to|challenge|correct|contradict|push back)\b.{0,20}\b(?:me)\b|^${LEAD}(?:when|if) (?:i|you)(?:'m|'re| am| are)? (?:ask|done|unsure|not sure|finished|say|don't know|do not know|disagree|explain|write to me|propose|suggest|finish|need)\b`,
    ),
    unless: /^(?:can|could|would|will) you\b|\?\s*$|\btell me (?:if|when|whether) (?:it|you|this|that|the)\b/i,
    finds: [
      'Never run the slow suite without asking me first.',
      'Always show me the plan.',
      'ask before you delete anything',
      'do one thing at a time please',
      'when i ask a question just answer it',
    ],
    leaves: ['Tell me whether it works.', 'Always use pnpm.'],
  },
  {
    name: 'in-small-steps',
    type: 'preference',
    pattern: anywhere(
      String.raw`^${LEAD}(?:(?:work|go|proceed|move) (?:in|step)|take) (?:small|baby|by step|little)\b|\bshort version first\b|\b(?:less|fewer) (?:explanations?|words|text|talk)\b|\bget to the point\b|\b(?:no|skip the) (?:intro|preamble|recap|fluff|small talk)\b|^(?:speak|talk|write) (?:plainly|clearly|simply|slowly|like|to me like)\b|^${LEAD}(?:show|give|send|paste|print)(?: me)? (?:only |just )?(?:the )?(?:diffs?|code|changes|results?|options|alternatives|examples|commands?)\b.{0,60}\b(?:not|only|no|instead|first|before|always)\b|\b(?:no|without) (?:sugar ?coating|commentary|chit-?chat|pleasantries|disclaimers|lectur\w+)\b|\bthink (?:out loud|before you)\b`,
    ),
    finds: ['work in small steps and let me review each one', 'less explanation, more code'],
    leaves: ['the small steps are tested'],
  },
  {
    name: 'prefer',
    type: 'preference',
    pattern: phrase(
      String.raw`(?:i|me)(?:'d| would| do| really| generally| usually| much| personally| strongly| absolutely| also| just){0,3} (?:prefer|favou?r|hate|dislike|detest|enjoy|love|like)(?! (?:to see (?:the|your) (?:log|output)s?|you to|that|this|it[.!]|the (?:idea|approach|look|first|second|other)))|i'd (?:really )?appreciate|my (?:[\w-]+ ){0,3}preference(?: is|:)|(?:i|i'd) find .{1,60} (?:hard|easier|easy|annoying|confusing|helpful|useful|distracting|better|useless|unreadable)|(?:annoys|bothers|bugs|irritates|confuses|helps|drives|distracts|stresses) me|i (?:tend to|read|struggle|learn|get (?:annoyed|lost|confused|distracted))|i want to see (?:the|a|your) \w+ (?:before|first)|i(?:'d| would)? (?:much )?rather|i (?:don't|do not|really don't) (?:ever )?(?:want|like|need)(?! it\b| this\b| that\b| the\b)|i can't stand|i'm (?:new to|more of|bad at|good at|not a fan|a fan|a visual|used to|allergic|colou?r ?blind|dyslexic|a beginner|an expert|not used)|i (?:usually|always|never|normally|generally|typically) (?:want|use|like|need|write|do|work|prefer|read|start|commit|develop)|i want you to (?:challenge|be|always|never|ask|stop|keep|push)|i want (?:short|small|concise|to (?:approve|review|see) (?:every|each|all|the (?:diff|plan) (?:first|before)))|i (?:work|think|learn) best`,
    ),
    unless: /^(?:now|then|can you|could you|would you|ok,? now)\b|\bi would like you\b/i,
    finds: [
      'I prefer pnpm over npm.',
      "I'd rather see small commits.",
      'I never want an ORM.',
      'I always use vim keys.',
      "i can't stand nested ternaries",
    ],
    leaves: ['Now draft it, I prefer three small steps.', 'Do users prefer dark mode?', 'I never saw that error.'],
  },
  {
    name: 'from-now-on',
    type: 'convention',
    pattern: phrase('from (?:now|here) on|going forward(?! with)|as a rule|in (?:the )?future(?:,| please| always)'),
    unless: /\b(?:me|my|I)\b/,
    finds: ['From now on all dates are UTC.', 'use zod for parsing from now on and rewrite src/env.ts accordingly'],
    leaves: ['From now on tell me first.', 'It works now.'],
  },
  {
    name: 'no-need-here',
    type: 'convention',
    pattern: anywhere(String.raw`^${LEAD}no need (?:for|to)\b.{0,80}\b(?:in (?:this|our) |here\b)`),
    finds: ['no need for semicolons in this repo'],
    leaves: ['no need for websockets, polling is enough'],
  },
  {
    name: 'decided',
    type: 'decision',
    pattern: phrase(
      String.raw`(?:we|i)(?:'ve| have| already| finally| just){0,2} (?:decided|agreed|settled|chose|chosen|picked|opted|concluded|ended up|went (?:with|for)|go (?:with|for)|pick|choose)|(?:that|this|it)(?:'s| is) (?:decided|settled|final)|i changed my mind|(?:my|our|the|final) decision is|decided against|(?:the team|they|management|the client|the customer|everyone|everybody) (?:decided|voted|agreed|chose|wants|settled|picked)|no, we (?:keep|use|stay|need|take|go)|we settle (?:on|for)|the winner is|new plan|going (?:forward )?(?:with|for)|(?:we|i) (?:took|voted|hold off|postpone)|i think we should|i'd go (?:with|for)|keep the \\S+ (?:api|endpoint|monolith|format|name|schema|layout|database|db|design|approach|structure|version)|we considered|agreed with`,
    ),
    unless: /\?\s*$|^(?:if|has|have)\b/i,
    finds: [
      'We decided to keep one region.',
      'No monorepo, that is decided: one repo per service.',
      "I've decided to keep the monolith",
    ],
    leaves: ['Has anybody decided?', 'The compiler decided otherwise.'],
  },
  {
    name: 'decided-at-the-end',
    type: 'decision',
    pattern: /[,;:]\s*decided\b|^(?:ok(?:ay)?[,:]? |so )?decided[,:]|\bit is[.!]?\s*$|\bit is (?:then|for now)\b/i,
    unless:
      /\?\s*$|^(?:it|what|as|that|this|here) (?:it )?is\b|\b(?:how|where|what|as|like|than|the way|whatever) it is/i,
    finds: ['Railway should poll /readyz, decided.', 'single tenant it is', 'decided: no graphql'],
    leaves: ['it is what it is'],
  },
  {
    name: 'lets',
    type: 'decision',
    pattern: phrase(
      String.raw`(?:let's|let us|lets)(?: just| rather| simply| then)? (?:not|move|use|go (?:with|for|back|to)|switch|drop|keep|decide|store|adopt|replace|stick|settle|migrate|stay|avoid|make it|have|skip|do (?!the|this|that|it|a|one|some|another)\w+|ship|start with (?!the|this|that|a|step)\w+|take|remove support|postpone|defer|target|support|make the [\w ]{1,40}\d+ \w+|split|merge \w+s|put|host|deploy (?:to|on)|cache|version)`,
    ),
    unless:
      /\?\s*$|\blet's (?:keep going|move on|put (?:it|that|this)|split (?:it|that|this))\b|\b(?:every|always|never)\b/i,
    finds: [
      "Let's move off Fly.io to Railway because volumes pin us.",
      'Let us store sessions in Redis.',
      "let's not cache prices at all",
    ],
    leaves: ["Let's run the tests.", "Let's see."],
  },
  {
    name: 'we-are-moving',
    type: 'decision',
    pattern: phrase(
      String.raw`we(?:'re| are)(?: now| not| no longer| also| finally)? (?:going|moving|switching|migrating|dropping|replacing|keeping|staying|sticking|adopting|leaving|using \w+ (?:instead|now)|getting rid|removing support|doing|building|standardi[sz]ing|consolidating|splitting|deprecating|sunsetting)|we(?:'ll| will| won't| are going to| should| shall| need to| want to|'d rather)(?: not| now| just| only| also| still)? (?:use|deploy|move|switch|migrate|go|host|run on|store|adopt|drop|replace|stay|stick|keep|take|support|build|have|need|do|write it|start with|postpone|ship|release|target|pay|buy|cache|call|split|remove|get rid|make|postpone|version|stop)|we (?:deploy|host|run on|moved|switched|migrated|dropped|replaced)`,
    ),
    unless:
      /\?\s*$|\bwe (?:always|never|only)\b|\b(?:only|whenever|every time|always|never)\b|^(?:if|when|last)\b|\bhere\b/i,
    finds: [
      'We should use Postgres instead of Redis.',
      'We deploy to Fly.io, region fra.',
      "We'll go with Railway.",
      "we're moving to postgres since redis loses jobs; update the docs",
    ],
    leaves: ['Should we use Redis?', 'We only use it in one place.'],
  },
  {
    name: 'we-use',
    type: 'convention',
    pattern: phrase(
      String.raw`we(?: only| always| never| also| usually| mostly)? (?:use|don't (?:use|do|write|want|allow|mock|commit|put|add|have|need)|do not (?:use|do|write|want|allow)|write|name|put|store|follow|squash|set|format|prefix|log|wrap|test|mock|commit|import|document|review|tag|call|avoid|keep|require|validate|rebase|merge|stick to|run \w+ before)|(?:in|across) (?:this|our) (?:repo|repository|project|codebase|code base|service|team)`,
    ),
    unless:
      /\?\s*$|\binstead of\b|\bwe (?:use it|use (?:an?|two|three|\d+)\b|keep an?\b|don't need it|don't need that)\b|\bonly have\b|\bused by\b|^(?:if|why|when)\b|\bno longer\b/i,
    finds: [
      'we use pnpm here',
      'We set cache headers in one place only, src/lib/cache.ts.',
      "we don't use classes in this codebase",
    ],
    leaves: ['We only have 40 events a day.', 'why do we use redis?'],
  },
  {
    name: 'gone-from-the-project',
    type: 'decision',
    pattern: phrase(
      String.raw`(?:we|it|this|that|they)\b.{0,80}\b(?:no longer|not any ?more|anymore)|is replaced by|is superseded by|no need for|(?:is|are|was) overkill|(?:is|are|got) too \w+|too (?:heavy|much) for (?:us|this|two|\d+)|scrap(?: the)?`,
    ),
    unless: /\?\s*$|\b(?:works?|compiles?|passes|fails?|loads?|runs|builds|starts|responds?)\b/i,
    finds: [
      'We no longer deploy on Fridays.',
      'Redis is replaced by Postgres.',
      'no need for websockets, polling is enough',
    ],
    leaves: ['It no longer works.'],
  },
  {
    name: 'one-and-not-the-other',
    type: 'decision',
    pattern: anywhere(
      String.raw`\b(?:i want|we want|use|should|goes? to|go to|go into|goes into)\b.{0,200}\b(?:instead of|rather than|not anymore|no longer)\b|^${LEAD}use [\w.\s-]{1,40} for the\b|^(?:instead of|rather than)\b.{1,100}\b(?:we|use|i want)\b|\b(?:is|are) [\w. ]{1,30}, not \d|^[^,]{1,80}: [^,]{1,60} (?:instead of|rather than) |^${LEAD}replace [\w@./-]+ (?:with|by) \w|\binstead of \d|\bgo(?:es)? into [\w ]{1,30}, not\b`,
    ),
    unless: /\?\s*$|\b(?:always|never|every|each|everywhere|throughout)\b|\breplace (?:it|this|that|the|foo)\b/i,
    finds: [
      'I want a shorter refund window: 14 days instead of 30.',
      'Use Postgres rather than Redis.',
      'the refund window is 14 days, not 30',
      'Use Postgres for the queue.',
    ],
    leaves: ['Why do we use Redis instead of Postgres?', 'use vitest, not jest'],
  },
  {
    name: 'will-be',
    type: 'decision',
    pattern: phrase(
      String.raw`will (?:be|not be|stay|remain|live|go|not|use|only) (?!(?:done|back|ready|fine|ok|there|able))\w+|won't (?:be|build|support|use|have|do|need)|(?:stays?|remains?) (?:on|in|at|with|as)|we stay on|for (?:now|the (?:first|next|this) (?:release|version)|the mvp|v1)|for the \w+ we (?:take|use|go|pick)`,
    ),
    unless: /\?\s*$|^(?:if|when)\b|\b(?:always|never|every|each|must)\b|\b(?:fails?|error|broken|crash)\b/i,
    finds: ['the api will be versioned in the url, not by header', 'the mobile app stays on the v1 api for now'],
    leaves: ['if it stays in memory it leaks'],
  },
  {
    name: 'i-want-thing',
    type: 'decision',
    pattern: phrase(
      String.raw`i want (?:\S+ ){1,6}(?:separated|split|kept|in one (?:place|module)|gone|merged|removed|dropped)|i(?:'d)? (?:want|like) to (?:keep|drop|use|stay|move|avoid|switch|go with|get rid)|i'd say we`,
    ),
    unless: /\?\s*$/,
    finds: [
      'I want /healthz and /readyz separated.',
      'I want to keep that branded.',
      'I want all of it in one module.',
    ],
    leaves: ['I want to see the log.'],
  },
  {
    name: 'chosen',
    type: 'decision',
    pattern: anywhere(
      String.raw`^${LEAD}(?:(?:hm+,? )?(?:then )?rather|[\w.-]+ then,? not|go (?:with|for)|option|(?:the )?(?:first|second|third|last|former|latter|1st|2nd|3rd) (?:one|option|approach|variant)\b.{0,10}(?:because|since|as|it|please|,|$)|take (?:option|the (?:first|second|third|last))|stick (?:with|to)|stay (?:with|on|at)|drop (?!everything|it\b|that\b|this\b|the (?:last|second|first|debug))|(?:let's )?forget (?:about )?(?!it|that|this)\w+)`,
    ),
    unless: /\?\s*$|\b(?:always|never|every|each)\b|\bno, the (?:first|second|last) (?:file|one)\s*$/i,
    finds: ['go with option B', 'the second one, because it needs no migration', 'yes, drop the legacy api'],
    leaves: ['go on', 'no, the second file'],
  },
  {
    name: 'answer',
    type: 'decision',
    pattern: anywhere(
      String.raw`^(?:yes|yep|yeah|no|nope|nah|ok|okay|right)[,:;.]\s+(?!(?:that|it|this|still|the|do|please|go|just|but|i|you|not|what|why|how|we|there|thanks?|can|could|don't|never|always|now|let|all)\b)(?:keep |use |only |no |make it |with |just )?[\p{L}\d@/. -]{2,40}(?:[,.;]|$)`,
    ),
    unless:
      /\?\s*$|\b(?:every|each|always|never|again|error|works?|good|great|nice|done|thanks)\b|^\w+[,:;.]\s+(?:run|fix|commit|push|add|show|open|write|make it work|try|continue|next|ok|yes|no|sure|please|perfect|exactly|correct|looks|sounds)\b/i,
    finds: ['yes, postgres', 'nope, keep tabs', 'no, use redis streams, kafka is overkill'],
    leaves: ['no, the other file', 'yes, fix it'],
  },
  {
    name: 'before-no-monorepo',
    type: 'decision',
    pattern: anywhere(
      String.raw`^${LEAD}no (?:monorepo|graphql|kubernetes|k8s|microservices?|orm|dark mode|docker|redux|kafka|serverless)[.!]?\s*$`,
    ),
    finds: ['no monorepo.', 'ok no graphql'],
    leaves: ['no default exports'],
  },
  {
    name: 'always-never',
    type: 'convention',
    pattern: phrase('always|never|must|forbidden|not allowed|mandatory|at all times|under no circumstances'),
    unless:
      /\?\s*$|\b(?:i) (?:always|never)\b|\b(?:it|that|this|he|she|they|which|who) (?:always|never|must)\b|\bnever ?mind\b|\b(?:that|which) never\b|\bmust (?:be (?:on|up|running|installed|open|connected)|have been)\b|\bnever (?:worked|happened|finished|saw|got|ran|did)\b/i,
    finds: ['Git tags always get the v prefix.', 'Never use floats.', 'public ids must be opaque'],
    leaves: ['Why does it always fail?', 'It never worked.', 'Never mind.', 'the vpn must be on to reach the db'],
  },
  {
    name: 'every-must',
    type: 'convention',
    pattern: phrase(
      String.raw`(?:every|each|all|any|new)\b.{1,120}\b(?:has to|have to|needs?|is named|are named|gets?|carr(?:y|ies)|should|must|are stored|is stored|are|go(?:es)? (?:in|through)|returns?|to be|follows?|ends?|starts?|begins?)|(?:each|every) [\w-]+(?: [\w-]+)? (?:has|have|comes|lives|starts|ends|belongs|uses)|new \w+ (?:goes?|belongs?|lives?)|one [\w-]+ per [\w-]+|only (?:the )?[\w-]+ (?:merges?|may|can|should|deploys?|releases?|touch(?:es)?)|(?:is|are) only \w+(?:ed|wn)|everywhere|throughout|for every [^,]{2,60}? add|whenever you (?:add|change|create|touch|write|rename|fix)\b.{2,100}|(?:before|after|with) (?:every|each) (?:commit|push|merge|release|pr)|(?:have|has|need) to (?:be|have|go|use|pass|run|start|end|match)`,
    ),
    unless:
      /\?\s*$|\b(?:passed|failed|all good|are (?:green|red|done|failing|passing|broken|fixed))\b|^(?:all|every) (?:tests?|checks?)\b|\bevery (?:night|day|hour|week|month|\d+)\b|^(?:i|we) (?:have|had) to\b|\b(?:the \w+ (?:has|needs?)|you need)\b/i,
    finds: [
      'Every handler must return a Result.',
      'All migrations have to be reversible.',
      'for every bug fix add a regression test',
    ],
    leaves: ['Must every handler return a Result?', 'Every test passed.'],
  },
  {
    name: 'do-not',
    type: 'convention',
    pattern: anywhere(
      String.raw`^${LEAD}(?:don't|do not|dont|avoid|stop \w+ing|no (?!need|idea|problem|worries|one\b|thanks?|longer|rush|way|that|it|this|the|i\b|we\b|you\b|not\b|more (?:questions|changes)\b)[\w.!@/-]+|only (?!the|this|that|one|these|two)\w+|use (?:only )?(?!the\b|this\b|that\b|my\b|it\b|these\b|those\b|option\b)[\w@./-]+|prefer|keep (?!going|it\b|that\b|this\b|in mind|the\b|me\b|trying)[\w -]{2,30}|name (?!it|this|that|the)\w+|put (?!it|this|that|the|them)\w+|log (?!it|this|that|the)\w+|wrap (?!it|this|that|the)\w+|store (?!it|this|that|the)\w+|write (?!it|this|that|the|a|an|me|down|up|some)\w+|sort (?!it|this|that|the)\w+|document (?!it|this|that|the)\w+s|validate \w+|prefix \w+|(?:indent|format|lint) (?:with|using) \w+|run [\w ]{2,30} before)\b|[:,] (?:no|never|not|don't) [\w!'. ]{2,40}$`,
    ),
    unless:
      /\?\s*$|\b(?:hosted|runs?|running|owned|located|deployed|comes? from)\b|\bdon't (?:worry|bother|forget|mind|know|think|understand|see|get it)\b|^(?:i|it|we|they|you|that|this|he|she)\b|^(?:write|use|run|add|log) (?:some |more )?\w+ for (?:the|this|that|it)\b|^stop (?:going|working|running)\b|\bnot (?:yet|now|sure|the other)\b/i,
    finds: [
      "don't touch generated files",
      'no default exports',
      'stop adding comments that repeat the code',
      'write tests with vitest, not jest',
      'keep functions under 40 lines',
      'avoid enums, use const objects',
    ],
    leaves: ["don't worry", 'no idea', 'write tests for the refund flow', 'no, the other file', 'keep going'],
  },
  {
    name: 'how-things-are-written',
    type: 'convention',
    pattern: phrase(
      String.raw`(?:kebab|snake|camel|pascal|upper|lower|title)[- _]?case|in utc|iso ?8601|conventional commits|semver|imperative mood|in the imperative|named exports?|default exports?|(?:is|are) (?:always )?(?:in|stored in|written in|kept in|sorted|prefixed|named|called|like|wrapped|validated|read in|squashed|formatted|lower|upper|plural|singular) (?!a separate|the (?:other|old))\S+|\w+s live (?:in|next|under|beside)|\w+s (?:go|belong) (?:in|into|under|through|next)|\w+ (?:names|messages) (?:\w+ )?(?:follow|describe|are|start|in)|shouldn't|should (?:never|always|not|be|have|return|use|start|end|live|go)|i want all|(?:functions|components|endpoints|prs|pull requests|modules|handlers|migrations|classes|files|hooks|tables|columns|routes|commits|branches|features|tests|packages|queries) (?:need|require|get|carry|have) an?|returns? problem\+json|in english(?: only)?|(?:is|are) (?:sorted|prefixed|suffixed|lower ?case|upper ?case|plural|singular|kebab|optional|required|deprecated)|(?:are|is) (?:in|at) (?:cents|english)|\w+s follow|(?:functions|components|endpoints|prs|pull requests|modules|handlers|migrations|classes|files|hooks|stores|tables|columns|routes|commits|branches|tests|packages|queries|comments|messages|tags|exceptions|errors|todo comments|constants|enums|interfaces|types|variables|names|imports|secrets|ids|keys|services|controllers|repositories|fixtures|snapshots|mocks|logs|todos|scripts|translations|dates|urls|events) (?:start|end|use|live|go|need|carry|return|follow|contain|belong|don't|do not|stay|come|take) (?!\d|long|ages|about)\S+`,
    ),
    unless:
      /\?\s*$|^(?:it|this|that|he|she|they|i) |\bshould (?:be|have) (?:fixed|done|ready|fine|enough|good|ok|able)\b|^the (?:\w+ )?(?:test|tests|build|bug|error|server|cluster|main branch)\b|\b(?:is|are) (?:in|stored in|kept in) (?:a|an|another) |\bis (?:used|rotated|reset|owned|taken|called by)\b/i,
    finds: [
      'file names are kebab-case',
      'tests live next to the code',
      'all dates are stored in utc',
      'i want all errors to be wrapped with context',
    ],
    leaves: ['it is called twice', 'the old admin lives in a separate repo'],
  },
  {
    name: 'good-to-know',
    type: 'insight',
    pattern: opening(
      String.raw`(?:(?:and|also|so|ok|okay|oh)[,:]?\s+)*(?:fyi|btw|by the way|heads up|note that|note:|background|context|keep in mind|for (?:your )?(?:info|context)|i learned|found it|good to know|remember that|it was)`,
    ),
    unless: /\?\s*$/,
    finds: ['fyi the staging DB is reset every night', 'heads up: the orders table has 80 million rows'],
    leaves: ['the note is wrong'],
  },
];
