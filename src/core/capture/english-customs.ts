/** English: rules that hold for the project, tried after its choices, and facts worth knowing. */
import { ENGLISH_LEAD as LEAD } from './english-lead.ts';
import { anywhere, type ClassifyRule, opening, phrase } from './speech.ts';

export const ENGLISH_CUSTOMS: readonly ClassifyRule[] = [
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
    finds: ['file names are kebab-case', 'tests live next to the code', 'all dates are stored in utc'],
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
