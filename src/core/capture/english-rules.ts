/** English: procedures, causes, and how the person likes to work. What holds for the project: `english-choices`, `english-customs`. */
import { ENGLISH_CHOICES } from './english-choices.ts';
import { ENGLISH_CUSTOMS } from './english-customs.ts';
import { ENGLISH_LEAD as LEAD } from './english-lead.ts';
import { anywhere, type ClassifyRule, guarded, phrase } from './speech.ts';

/** Of the talk itself, not of the code. */
const TALK =
  'answers?|answering|repl(?:y|ies|ying)|respon(?:d|ses?|ding)|expla(?:in|ins|ining|nations?)|emojis?|apologi[sz](?:e|ing)|apolog(?:y|ies)|summar(?:y|ies|i[sz]e|i[sz]ing)|recaps?|guess(?:ing)?|prais(?:e|ing)|flatter(?:y|ing)?|chatty|verbose|concise|brief|blunt|terse|polite|walls of text|telling me|filler|small talk|jargon|bullet points|tone|the words?|simple words|asking me|whether to continue';
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
      'turn(?:s|ed)? out|root cause|(?:the )?(?:real |actual )?(?:problem|reason|culprit|cause|issue|bug|leak|error) (?:is|was|were|came|comes|lies|lay|why|behind|for|with)|caused by|came from|lesson learned|(?:i|we) (?:just )?(?:learned|learnt|found out|noticed|discovered|measured)|last time|(?:fails?|failed|breaks?|broke|crashe[sd]) (?:because|since|as|on|when|with)',
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
      '(?:talk|speak|write|answer|reply|respond|chat)(?: (?:to|with) me| back)?(?: always| only)? in (?:plain |simple |british |american )?(?:english|german|french|spanish|portuguese|italian|dutch|japanese|chinese|korean|russian|polish|turkish|czech|swedish)|(?:british|american) (?:spelling|english)',
    ),
    unless: WRITTEN,
    finds: ['talk to me in german, code in english', 'please answer in french from now on'],
    leaves: ['we write docs in english only'],
  },
  {
    name: 'with-me',
    type: 'preference',
    pattern: guarded(
      'me|my|i|ask|asking|telling|showing|checking|consulting|heads|time|quit|stop|when|if',
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
    pattern: guarded(
      'small|baby|steps?|little|version|less|fewer|point|no|skip|without|think|speak|talk|write|show|give|send|paste|print',
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
  ...ENGLISH_CHOICES,
  ...ENGLISH_CUSTOMS,
];
