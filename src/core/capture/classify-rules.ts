/**
 * Rules of no one language, as data with their own examples; the tests run both lists. A label that the person wrote is
 * believed before anything else. Out of scope: rules of a language (`speech`), dividing a prompt (`classify`).
 */
import type { ClassifyRule } from './speech.ts';

/** A label with its colon: what it announces may be a question even. */
export const LABEL_RULES: readonly ClassifyRule[] = [
  {
    name: 'label-decision',
    type: 'decision',
    pattern:
      /^(?:(?:good|ok|okay|so|and|final|final|our|neue)[.,]?\s+)?(?:(?:decisions?|decided|entscheidung|beschluss|décision|decisión|decisão|decisione|besluit|beslissing|decyzja|решение)(?![\p{L}])|決定(?:事項)?|决定|결정)[^:：\n]{0,40}[:：]/iu,
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
      /^(?:(?:new|team|house|neue)\s+)?(?:(?:conventions?|rules?|konvention|regel|règle|convención|norma|regla|regra|convenção|convenzione|regola|conventie|afspraak|zasada|konwencja|правило)(?![\p{L}])|規約|ルール|规范|约定|规则|규칙)[^:：\n]{0,40}[:：]/iu,
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
      /^(?:(?:my|meine|ma|mi|minha|mia|mijn|moja)\s+)?(?:(?:preferences?|vorliebe|préférence|preferencia|preferência|preferenza|voorkeur|preferencja|предпочтение)(?![\p{L}])|好み|偏好|선호)[^:：\n]{0,40}[:：]/iu,
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
      /^(?:(?:insight|lesson(?: learned)?|gotcha|root cause|learning|til|ursache|erkenntnis|cause|causa|oorzaak|przyczyna|причина)(?![\p{L}])|原因|教訓|教训|원인)[^:：\n]{0,40}[:：]/iu,
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

/** A preference with one of these is about this repository, not about the person in general. */
export const REPOSITORY_WORDS =
  /(?<![\p{L}])(?:(?:this|the|our|that) (?:repo|repository|project|codebase|code base|service|module|package|app|monorepo|workspace|folder|branch|library)|in here|in src|package\.json|package-lock\.json|(?:diesem|dieser|dem|ce|cette|este|esta|questo|questa|deze|dit|этом|tym) (?:repo|repository|projekt|dépôt|projet|repositorio|proyecto|projeto|repositório|progetto|codebase|project|репозитории|проекте|projekcie))(?![\p{L}])|src\/|このリポジトリ|このプロジェクト|这个(?:仓库|项目)|이 (?:저장소|프로젝트)/iu;

/** Such a sentence goes with the statement before it: a reason, or an alternative that was weighed. */
export const CONTINUES =
  /^(?:because|since|so that|the reason|that(?:'s| is) (?:because|why)|otherwise|we (?:also )?(?:looked at|tried|considered|evaluated)|it (?:has|had) no|this way|that way|weil|denn|sonst|parce que|car|porque|perché|omdat|want|потому что|bo|ponieważ)(?![\p{L}])|^(?:なぜなら|だって|因为|왜냐하면)/iu;

/** Such a sentence makes a decision of the one before it. */
export const CONFIRMS =
  /^(?:(?:that|this|it)(?:'s| is) (?:final|decided|settled|agreed)|decided|final|agreed by all|(?:das ist |so )?(?:beschlossen|entschieden)|c'est décidé|está decidido|è deciso|решено|ustalone|besloten)(?![\p{L}])|^(?:決定です|决定了|결정됐)/iu;

/** The head of a list that makes its steps a runbook; without one, steps are an errand. */
export const RUNBOOK_HEAD =
  /(?<![\p{L}])(?:runbook|playbook|procedure|checklist|every time|whenever|(?:each|every) release|steps|process|so we|how (?:to|we|i|you)|(?:when|if|in case)\b.{1,80}\b(?:fails?|breaks?|is down|are down|goes down|backs? up|hangs?|is stuck|stuck|expires?|is full|crashes|times out|reports)|(?:to|for) (?:deploy|release|roll ?back|rotate|restore|recover|reset|set up|onboard|debug|publish|migrate|a (?:hotfix|release|deploy|rollback))|(?:releas|deploy|restor|roll)ing|ablauf|vorgehen|anleitung|schritte|so (?:deployen|releasen) wir|wenn.{1,80}(?:hängt|ausfällt|fehlschlägt|abstürzt|voll ist)|procédure|étapes|pour (?:déployer|publier|restaurer)|si .{1,80}(?:bloquée?|échoue|tombe|plante)|procedimiento|pasos|para (?:desplegar|publicar|restaurar|fazer)|procedimento|passos|etapas|procedura|passi|passaggi|per (?:fare il deploy|pubblicare|ripristinare)|stappen|werkwijze|om te (?:deployen|releasen|herstellen)|procedura|kroki|żeby (?:wdrożyć|wydać)|инструкция|порядок|шаги|чтобы (?:задеплоить|выпустить|восстановить))(?![\p{L}])|手順|步骤|流程|절차|(?:たら|場合)[、：:]|如果.{1,40}(?:失败|卡住|挂)|막히면/iu;

/** Such a sentence goes on with the procedure before it. */
export const NEXT_STEP =
  /^(?:(?:and |und |et |y |e |en |i |и )?(?:then|after that|afterwards|next|finally|lastly|last|first|second|third|once that's done|dann|danach|anschließend|zuletzt|zum schluss|puis|ensuite|enfin|luego|después|por último|finalmente|depois|por fim|poi|infine|daarna|vervolgens|tot slot|затем|потом|после этого|наконец|potem|następnie|na koniec))(?![\p{L}])|^(?:次に|その後|それから|最後に|然后|接着|最后|그다음|그리고 나서|마지막으로)/iu;
