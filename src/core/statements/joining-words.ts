/**
 * Words by which sentences belong together, and by which a preference is about this repository. Out of scope: what one sentence
 * states (`reading`).
 */

/** A preference with one of these is about this repository, not about the person in general. */
export const REPOSITORY_WORDS =
  /(?<![\p{L}])(?:(?:this|the|our|that) (?:repo|repository|project|codebase|code base|service|module|package|app|monorepo|workspace|folder|branch|library)|in here|in src|(?:for|in) this (?:paper|firmware|game|site|book|app|plugin|tool|script|cluster|team|shop|engine|compiler|pipeline|report|theme|client)|(?:merging|committing|coding|writing|testing|working|deploying|branching|reviewing) here|here (?:we|in)|(?:^|[,;] )(?:here|over here),? (?:we|nobody|everybody|always|never)|bei uns|in unserem \p{L}+|chez nous|nel nostro \p{L}+|bij ons|hos oss|u nas|у нас|bizde|package\.json|package-lock\.json|(?:diesem|dieser|dem|ce|cette|este|esta|questo|questa|deze|dit|этом|tym) (?:repo|repository|projekt|dépôt|projet|repositorio|proyecto|projeto|repositório|progetto|codebase|project|репозитории|проекте|projekcie))(?![\p{L}])|src\/|このリポジトリ|このプロジェクト|这个(?:仓库|项目)|이 (?:저장소|프로젝트)/iu;

/** Such a sentence goes with the statement before it: a reason, or an alternative that was weighed. */
export const CONTINUES =
  /^(?:because|since|so that|the reason|that(?:'s| is) (?:because|why)|otherwise|we (?:also )?(?:looked at|tried|considered|evaluated)|it (?:has|had) no|this way|that way|weil|denn|sonst|parce que|car|porque|perché|omdat|want|потому что|bo|ponieważ)(?![\p{L}])|^(?:なぜなら|だって|因为|왜냐하면)/iu;

/** Such a sentence only stresses the one before it, and goes with it. */
export const STRESSES =
  /^(?:(?:not )?(?:ever|never)(?: again)?|always|period|full stop|no (?:exceptions?|excuses|matter what|discussion|ifs(?: and buts)?)|without exceptions?|under no circumstances|at all|not once|not even once|seriously|i mean it|(?:please )?(?:let's )?(?:keep|leave|do) (?:it|this|that) (?:like (?:that|this)|that way|this way|so|at that)|(?:it|that) stays (?:that way|like that|so)|none|nowhere|anywhere|everywhere|end of story|by anybody|not even (?:me|for me|in tests)|punkt|nie(?:mals)?|immer|ohne ausnahme|keine ausnahmen?|jamais|toujours|sans exception|point final|nunca|siempre|sin excepci[oó]n(?:es)?|sempre|mai|sem exceç(?:ão|ões)|senza eccezioni|nooit|altijd|zonder uitzondering|nigdy|zawsze|bez wyjątk(?:ów|u)|никогда|всегда|без исключений|точка)[.!…]*$/iu;

/** Such a sentence, where it tells how things are, is the reason for the one before it. */
export const REFERS =
  /^(?:(?:and|but|because|so) )?(?:it|that|this|they|those|these|he|she|there|which|das|dies|er|sie|es|ça|cela|c'est|ils|elles|eso|esto|ellos|isso|isto|eles|questo|dat|dit|ze|to|это|они)(?:'s|'re|'ll|'d)?(?![\p{L}])|^(?:それ|これ|那|这|它|그건|이건)/iu;

/** A short sentence with one of these is about what was said before it: "keep it like that". */
export const REFERS_BACK =
  /(?<![\p{L}])(?:it|that|this|those|these|them|so|das|dies|es|daran|dabei|ça|cela|ainsi|eso|esto|así|isso|isto|assim|questo|quello|così|dat|dit|zo|det|så|bu|bunu|böyle|tak|это|так)(?:'s)?(?![\p{L}])|^to (?:jest|już|ma|nasz)|これ|それ|这|那|이건|그건|그렇게/iu;

/** Such a sentence says what the one before it is about, or what it is not. */
export const EXPLAINS =
  /^(?:and |but |so )?(?:it|that|this|they|those|these)(?:'s|'re| is| are| was| were)(?! (?:final|decided|settled|agreed|off|out|gone|over|dead|done)\b)(?![\p{L}])|^(?:das|es|sie) (?:ist|sind|war|waren) |^c'(?:est|était) |^(?:eso|esto) (?:es|era) /iu;

/** Such a sentence bounds the rule before it. */
export const BOUNDS =
  /^(?:and |but )?(?:if|when|unless|except|only|wenn|außer|nur|si|sauf|seulement|excepto|salvo|se|tranne|als|behalve)(?![\p{L}])/iu;

/** Such a sentence makes a decision of the one before it. */
export const CONFIRMS =
  /^(?:(?:that|this|it)(?:'s|s| is| was| has been) (?:all )?(?:final|decided|settled|agreed|fixed)|(?:was |all |it's )?(?:decided|settled|final|agreed)(?: (?:by|with|w\/|on|in) .{1,40})?[.!]?$|(?:was |all )?agreed by all|that choice is final|(?:das ist |so )?(?:beschlossen|entschieden)|c'est décidé|está decidido|è deciso|решено|ustalone|besloten)(?![\p{L}])|^(?:決定です|决定了|결정됐)/iu;

/** Such a sentence makes a convention of the one before it. */
export const RULES =
  /^(?:(?:and )?(?:that|this|it)(?:'s|s| is) (?:(?:a|our|the|team|house|company) )*(?:law|rule|policy|convention|standard)|(?:let|make) (?:that|this) (?:be )?(?:the|a|our) rule|(?:as a |team |house |our )rule[.!]?$|das ist (?:eine |die |unsere |bei uns )*regel|c'est (?:la|notre) règle|es la (?:regla|norma)|è la regola|é a regra)(?![\p{L}])/iu;

/** The head of a list that makes its steps a runbook; without one, steps are an errand. */
export const RUNBOOK_HEAD =
  /(?<![\p{L}])(?:runbook|playbook|procedure|checklist|every time|whenever|(?:each|every) release|steps|process|so we|how (?:to|we|i|you)|(?:when|if|in case)\b.{1,80}\b(?:fails?|breaks?|is down|are down|goes down|backs? up|hangs?|is stuck|stuck|expires?|is full|crashes|times out|reports)|(?:to|for) (?:deploy|release|roll ?back|rotate|restore|recover|reset|set up|onboard|debug|publish|migrate|a (?:hotfix|release|deploy|rollback))|(?:releas|deploy|restor|roll)ing|ablauf|vorgehen|anleitung|schritte|so (?:deployen|releasen) wir|wenn.{1,80}(?:hängt|ausfällt|fehlschlägt|abstürzt|voll ist)|procédure|étapes|pour (?:déployer|publier|restaurer)|si .{1,80}(?:bloquée?|échoue|tombe|plante)|procedimiento|pasos|para (?:desplegar|publicar|restaurar|fazer)|procedimento|passos|etapas|procedura|passi|passaggi|per (?:fare il deploy|pubblicare|ripristinare)|stappen|werkwijze|om te (?:deployen|releasen|herstellen)|procedura|kroki|żeby (?:wdrożyć|wydać)|инструкция|порядок|шаги|чтобы (?:задеплоить|выпустить|восстановить))(?![\p{L}])|手順|步骤|流程|절차|(?:たら|場合)[、：:]|如果.{1,40}(?:失败|卡住|挂)|막히면/iu;

/** Such a sentence goes on with the procedure before it. */
export const NEXT_STEP =
  /^(?:(?:and |und |et |y |e |en |i |и )?(?:then|after that|afterwards|next|finally|lastly|last|first|second|third|once that's done|dann|danach|anschließend|zuletzt|zum schluss|puis|ensuite|enfin|luego|después|por último|finalmente|depois|por fim|poi|infine|daarna|vervolgens|tot slot|затем|потом|после этого|наконец|potem|następnie|na koniec))(?![\p{L}])|^(?:次に|その後|それから|最後に|然后|接着|最后|그다음|그리고 나서|마지막으로)/iu;
