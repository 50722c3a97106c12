/**
 * Words that say outright what a sentence states, as data with examples that the tests run. They stand above the model, which
 * knows sentences without them best. Out of scope: labels with a colon (`labels`).
 */
import type { LabelRule } from './labels.ts';

/** The sentence is about how Claude deals with the person, not about the project. */
const WITH_ME =
  /(?<![\p{L}])(?:I|me|my|mir|mich|mein\p{L}*|moi|mon|mes|mí|mi|mim|meu|minha|io|mio|mia|ik|mij|mijn|mnie|mój|мне|меня|мой)(?![\p{L}'])|わたし|私|僕|俺|我|저|나에게|내게/iu;
/** When it is to be done, or how often: then it is a step of a procedure, or a rule. */
const OCCASION =
  /^(?:if|when|whenever|for|on|after|before|once|as soon|in case)(?![\p{L}])|(?<![\p{L}])(?:always|never|each|every|then|first)(?![\p{L}])|[?？]\s*$/iu;

export const CUE_RULES: readonly LabelRule[] = [
  {
    name: 'cue-decided',
    type: 'decision',
    pattern:
      /(?<![\p{L}])(?:the decision is|(?<!(?:what(?:ever)?|as|how|than|until|if|when|once|where|because) )(?:we|I)(?:'ve| have| already)? (?:decided|agreed|settled on|chosen)|(?:that|this|it)(?:'s| is) (?:decided|settled|final)|decided (?:with|by)|wir haben(?: [^.?!]{0,60})? (?:beschlossen|entschieden)|on a décidé|nous avons décidé|hemos decidido|decidimos|abbiamo deciso|we hebben besloten|zdecydowaliśmy|мы решили)(?![\p{L}])|[,;:]\s*(?:decided|final|beschlossen|décidé|decidido|deciso)[.!]?$|(?:に|と)決め(?:た|ました)|(?:我们)?决定(?:了|用|不)|결정했/iu,
    unless: /[?？]\s*$|^(?:please )?(?:revert|undo|run|check|push|show|fix|stop|wait|leave)(?![\p{L}])/iu,
    finds: [
      'the decision is: sums stay in internal/metering',
      'We decided to keep one region.',
      'No monorepo, that is decided: one repo per service.',
      'The token lives in a cookie, decided with security.',
      'Level three, final.',
      'Wir haben uns für Postgres entschieden.',
    ],
    leaves: [
      'Has anybody decided?',
      'undo the last change, I decided to do it tomorrow',
      'I forget what we agreed on, so write a summary',
      'what have we decided?',
      'the final build is red',
    ],
  },
  {
    name: 'cue-chosen',
    type: 'decision',
    pattern: /^(?:(?:ok(?:ay)?|yes|right|alright|fine)[,.]? )?(?:the|an?|both|option|number) [^,?]{2,50}, then[.!]?$/iu,
    finds: ['The short form, then.', 'ok, the plain table, then'],
    leaves: ['Run the short form, then.', 'and then?'],
  },
  {
    name: 'cue-did-you-know',
    type: 'insight',
    pattern: /^did you know that (?:the|our|their|a|an|all|every|no|some|most) .{20,}\?$/iu,
    finds: ['Did you know that the boiler restarts whenever the lid is opened?'],
    leaves: ['Did you know that?', 'Do you know whether the boiler restarts?'],
  },
  {
    name: 'cue-our-rule',
    type: 'convention',
    pattern:
      /(?<![\p{L}])(?:(?:that|this)(?:'s| is) (?:(?:a|our|the|company|team|house) )*(?:rule|policy|convention|standard|practice)|(?:that|this) is how we do|no exceptions|das ist (?:bei uns )?(?:die|eine|unsere) regel|c'est (?:la|notre) règle|es (?:la|nuestra) (?:regla|norma)|è la (?:nostra )?regola|é a (?:nossa )?regra)(?![\p{L}])/iu,
    unless: /[?？]\s*$/,
    finds: [
      'Keys are rotated on the first Monday of a quarter, that is our rule.',
      'We support screens down to 320 pixels, that is a rule for all apps here.',
      'every adapter gets its own package, no exceptions',
    ],
    leaves: ['the rule of thumb is old', 'is that our rule?'],
  },
  {
    name: 'cue-asked',
    type: 'noise',
    pattern:
      /(?:^|[,;–-]\s*)(?:pls|plz|please|can you|could you)\s+(?:check|look|have a look|fix|investigate|find out|see)(?![\p{L}])[^,;]*$|[,;–-]\s*(?:look at|have a look(?: at)?|show me|check)(?![\p{L}])[^,;]{0,60}$/iu,
    unless: OCCASION,
    finds: [
      'the importer stops after ten rows, pls check',
      'Please have a look at the failing job.',
      'staging is down, show me the last deploy',
      'the chart jumps at midnight, look at axis.ts',
    ],
    leaves: [
      'If the queue is stuck, check the lock file.',
      'When the gauge is red: look at the relay.',
      'before a release, please check the licences',
      'the check is in axis.ts',
    ],
  },
  {
    name: 'cue-from-now-on',
    type: 'convention',
    pattern:
      /(?<![\p{L}])(?:f(?:ro|or)m now on|going forward|ab jetzt|ab sofort|à partir de maintenant|désormais|desde ahora|de ahora en adelante|a partir de ahora|a partir de agora|daqui (?:em|pra) (?:diante|frente)|d'ora in poi|da ora in poi|vanaf nu|od teraz|отныне|с этого момента|впредь)(?![\p{L}])|今後は|これからは|从现在起|从现在开始|以后(?:都|请)|앞으로(?:는)?/iu,
    unless: WITH_ME,
    finds: [
      'From now on all dates are UTC.',
      'form now on every vendor adapter gets its own package',
      'Ab jetzt sind alle Daten UTC.',
      '今後は整数で保存してください。',
    ],
    leaves: ['From now on tell me first.', 'It works now.'],
  },
];
