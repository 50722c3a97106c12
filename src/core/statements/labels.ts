/**
 * Words that a person marks statements with, as data with examples that the tests run: a label is believed before anything
 * else. Out of scope: words within a sentence that say outright what it states (`cues`), dividing a prompt (`classify`).
 */
import type { CapturedType } from '../../contract/memory.ts';

/** A rule with its own examples. */
export interface LabelRule {
  readonly name: string;
  /** What it says the sentence is; `noise`: an errand. */
  readonly type: CapturedType | 'noise';
  readonly pattern: RegExp;
  /** Does not fit when this does. */
  readonly unless?: RegExp;
  readonly finds: readonly string[];
  readonly leaves: readonly string[];
}

/** A label with its colon: what it announces may be a question even. */
export const LABEL_RULES: readonly LabelRule[] = [
  {
    name: 'label-decision',
    type: 'decision',
    pattern:
      /^(?:(?:good|ok|okay|so|and|final|final|our|neue)[.,]?\s+)?(?:(?:decisions?|decided|entscheidung|beschluss|décision|decisión|decisão|decisione|besluit|beslissing|decyzja|решение)(?![\p{L}])|決定(?:事項)?|决定|결정)(?:\s*\([^)\n]{0,40}\)|\s+(?:for|from now on|about|on|in|of|number|no\.?|für|zu|ab|pour|de|del|da|per|voor|dla|для|#?\d)[^:：?？\n]{0,60})?\s*[:：]/iu,
    finds: [
      'Decision: prices are never cached, no-store.',
      'Decision (final): one repo.',
      '決定：価格は整数。',
      'Решение: один репозиторий.',
    ],
    leaves: ['The decision was hard: we argued for days.'],
  },
  {
    name: 'label-convention',
    type: 'convention',
    pattern:
      /^(?:(?:new|team|house|neue)\s+)?(?:(?:conventions?|rules?|konvention|regel|règle|convención|norma|regla|regra|convenção|convenzione|regola|conventie|afspraak|zasada|konwencja|правило)(?![\p{L}])|規約|ルール|规范|约定|规则|규칙)(?:\s*\([^)\n]{0,40}\)|\s+(?:for|from now on|about|on|in|of|number|no\.?|für|zu|ab|pour|de|del|da|per|voor|dla|для|#?\d)[^:：?？\n]{0,60})?\s*[:：]/iu,
    finds: [
      'Convention: logs are structured JSON.',
      'Convention from now on: every migration file is named x.',
      'Rule: no floats.',
      'ルール：小数は使わない',
    ],
    leaves: ['The rule of thumb is old.'],
  },
  {
    name: 'label-preference',
    type: 'preference',
    pattern:
      /^(?:(?:my|meine|ma|mi|minha|mia|mijn|moja)\s+)?(?:(?:preferences?|vorliebe|préférence|preferencia|preferência|preferenza|voorkeur|preferencja|предпочтение)(?![\p{L}])|好み|偏好|선호)(?:\s*\([^)\n]{0,40}\)|\s+(?:for|from now on|about|on|in|of|number|no\.?|für|zu|ab|pour|de|del|da|per|voor|dla|для|#?\d)[^:：?？\n]{0,60})?\s*[:：]/iu,
    finds: ['My preference: short answers.', 'Meine Vorliebe: kurze Antworten.'],
    leaves: ['Preferences are stored in a table.'],
  },
  {
    name: 'label-runbook',
    type: 'runbook',
    pattern:
      /^(?:(?:runbook|playbook|procedure|ablauf|vorgehen|procédure|procedimiento|procedimento|procedura|werkwijze|процедура|инструкция)(?![\p{L}])|手順|手顺|步骤|절차)[^:：\n]{0,120}[:：]/iu,
    finds: ['Runbook for when webhooks back up, please remember it: check the status page.'],
    leaves: ['The runbook is outdated.'],
  },
  {
    name: 'label-insight',
    type: 'insight',
    pattern:
      /^(?:(?:insight|finding|lesson(?: learned)?|gotcha|root cause|learning|til|ursache|erkenntnis|cause|causa|oorzaak|przyczyna|причина)(?![\p{L}])|原因|教訓|教训|원인)(?:\s*\([^)\n]{0,40}\)|\s+(?:for|from now on|about|on|in|of|number|no\.?|für|zu|ab|pour|de|del|da|per|voor|dla|для|#?\d)[^:：?？\n]{0,60})?\s*[:：]/iu,
    finds: [
      'Root cause: the pool was too small.',
      'Gotcha: the index is case-sensitive.',
      'Ursache: der Pool war zu klein.',
    ],
    leaves: ['What is the root cause?'],
  },
  {
    name: 'label-policy',
    type: 'decision',
    pattern: /^(?:\w+\s){0,3}polic(?:y|ies):/i,
    finds: ['Retry policy: five attempts with exponential backoff.'],
    leaves: ['Look up the policy first.'],
  },
];
