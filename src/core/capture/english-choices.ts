/** English: what was chosen for the project, and the few customs that look like choices. */
import { ENGLISH_LEAD as LEAD } from './english-lead.ts';
import { anywhere, type ClassifyRule, guarded, phrase } from './speech.ts';

export const ENGLISH_CHOICES: readonly ClassifyRule[] = [
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
    pattern: guarded(
      'instead|rather|not|anymore|longer|for|replace',
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
];
