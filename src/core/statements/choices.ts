/**
 * What a short answer to one of Claude's questions (AskUserQuestion, transcript contract §3) states: by itself "Railway" is no
 * sentence, as the answer to "Where shall we deploy?" it is a decision of the person's. Out of scope: answers that are sentences
 * with a type of their own (`classify`).
 */
import type { CapturedType } from '../../contract/memory.ts';
import { plainSentence } from './plain-sentence.ts';
import { EACH_TIME } from './reading.ts';

/** A longer answer is sentences, which say themselves what they state. [?] ours */
const MAX_CHOICE_WORDS = 8;
const MAX_CHOICE_WIDE_CHARS = 24;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const SIGN = /[\p{L}\p{N}]/u;

/** The question is about what Claude does next in this session: its answer is an errand. */
const ABOUT_NOW =
  /(?:^|[.,;:!–-] )(?:(?:ok(?:ay)?|so|and|then|now),? )*(?:(?:should|shall|can|may|could|do you want me to|would you like me to|want me to|ok(?:ay)? if) (?:I |we )?(?:(?:now|also|still|just|first|go|please) )*(?:go ahead|ahead|proceed|continue|start|begin|stop|wait|run|re-?run|check|look|read|open|show|explain|investigate|debug|try|retry|fix|apply|commit|push|merge|create|delete|remove|revert|rebase|install|deploy|update|write|draft|implement|refactor|rewrite|add|clean|finish|skip|do|make|edit|change|move|rename|generate|paste|send|kill|restart|ask|tackle|work|pick|help)(?![\p{L}])|(?<![\p{L}])(?:(?:ready|happy|good|safe) (?:to|with)|how (?:should|shall|do you want(?: me)? to|would you like(?: me)? to) (?:I |we )?(?:proceed|continue|go on|handle this)|what (?:should|shall|would you like|do you want)(?: me| I| we)?(?: to)? (?:do|work on|look at|tackle|start|fix|focus|see)\b|(?:do|tackle|start(?: with)?|work on|look at|fix|try|read|begin|go) (?:\S+ )?(?:first|next|now)|is (?:this|that|it) (?:ok(?:ay)?|right|correct|fine)|does (?:this|that) (?:look|work|seem|sound|match)|looks? (?:good|right|ok(?:ay)?)|what (?:is|was) the (?:error|output|result)|which (?:file|test|error|log|bug|issue|part|one|step|branch|commit|line|failure|task) (?:should|shall|do you|did you|would you|is|was|are|to)|approve|proceed|continue|what next|next step))(?![\p{L}])|^(?:soll ich|darf ich|kann ich|möchtest du, dass ich|willst du, dass ich|wie soll(?:en)? (?:ich|wir) (?:weiter|fort)|weiter(?:machen)?\b|(?:est-ce que )?(?:dois-je|puis-je|je (?:peux|dois|continue|lance))|(?:veux-tu|voulez-vous) que je|¿?(?:debo|puedo|quieres que (?:yo )?|continúo|procedo|sigo)|devo|posso|quer que eu|vuoi che|continuo|procedo|zal ik|moet ik|mag ik|kan ik|wil je dat ik|czy mam|czy mogę|mam |мне |могу ли я|хотите, чтобы я|хочешь, чтобы я|продолж)/iu;
const ABOUT_NOW_WIDE =
  /(?:進め|続け|実行し|始め|コミットし|プッシュし|確認し|直し|修正し)(?:ますか|ましょうか|てもいいですか|ていいですか|てよいですか)|てもいいですか|よろしいですか|どれから|何から|次は何|(?:要|需要)我(?!们)|我(?:可以|来|应该|现在)(?!们)|(?:继续|开始|执行|提交|推送)吗|是否(?:继续|现在|提交|执行)|先(?:做|看|修)|(?:진행|실행|시작|계속|커밋|푸시|수정|확인)할까요|해도 될까요|해 드릴까요|무엇부터|어느 것부터/u;
/** What holds longer than the session is settled by the answer, however the question begins. */
const LASTING_QUESTION =
  /(?<![\p{L}])(?:always|from now on|by default|in (?:the )?future|every time|going forward|in general|policy|convention|immer|künftig|ab jetzt|toujours|désormais|siempre|sempre|altijd|voortaan|zawsze|всегда|впредь)(?![\p{L}])|常に|今後|以后|总是|항상|앞으로/iu;
/** About how Claude serves the person, in any project. */
const ABOUT_SERVICE =
  /(?<![\p{L}])(?:(?:should|shall|do you want|would you like|may) (?:I|me|my)(?: \S+){0,3} (?:answer|answers|explain|explanations?|reply|replies|respond|responses?|address|summari[sz]e|summar(?:y|ies)|phrase|talk)|my (?:answers|explanations|replies|responses|summaries)|meine (?:antworten|erklärungen)|mes (?:réponses|explications)|mis (?:respuestas|explicaciones)|minhas (?:respostas|explicações)|le mie risposte|mijn antwoorden|мои ответы|moje odpowiedzi)(?![\p{L}])/iu;
/** Nothing is chosen. */
const DEFERS =
  /^(?:(?:i )?(?:don'?t|do not) (?:know|care|mind)|no (?:idea|preference|opinion)|not sure|(?:i'?m |i am )?(?:unsure|undecided)|you (?:decide|choose|pick)|your (?:call|choice)|up to you|whatever|either|any|anything|both work|doesn'?t matter|later|not now|not yet|skip|cancel|stop|wait|other|none(?: of (?:these|them|the above))?|maybe|ask me later|let me think|hm+|weiß (?:ich )?nicht|keine ahnung|egal|such du aus|später|je ne sais pas|peu importe|plus tard|no (?:lo )?sé|da igual|más tarde|não sei|tanto faz|depois|non (?:lo )?so|è uguale|più tardi|weet (?:ik )?niet|maakt niet uit|nie wiem|obojętnie|później|не знаю|всё равно|все равно|потом|позже)(?![\p{L}])|^(?:わからない|分からない|どちらでも|任せ|お任せ|あとで|不知道|随便|都行|都可以|你决定|以后再说|모르겠|아무거나|나중에|알아서)/iu;
const QUESTION = /[?？]\s*$/;
/** "SQLite (Recommended)": the client's mark on an option, not the person's word. */
const RECOMMENDED = /\s*\((?:recommended|empfohlen|recommandé|recomendado|consigliato|aanbevolen)\)/gi;

function isChoice(answer: string): boolean {
  if (!SIGN.test(answer) || QUESTION.test(answer) || DEFERS.test(answer)) return false;
  const wide = answer.match(WIDE)?.length ?? 0;
  return wide > 0
    ? wide <= MAX_CHOICE_WIDE_CHARS
    : answer.split(/[\s,]+/).filter((word) => SIGN.test(word)).length <= MAX_CHOICE_WORDS;
}

/**
 * What a short answer settles together with its question: mostly a decision. Undefined where nothing lasting is settled: leave to go
 * on, what to do next, an answer that leaves it open; and where the answer is longer than a choice.
 */
export function choiceType(question: string, answer: string): CapturedType | undefined {
  const asked = plainSentence(question);
  if (!SIGN.test(asked) || !isChoice(plainSentence(answer).replace(RECOMMENDED, ''))) return undefined;
  if (ABOUT_SERVICE.test(asked)) return 'preference';
  if ((ABOUT_NOW.test(asked) || ABOUT_NOW_WIDE.test(asked)) && !LASTING_QUESTION.test(asked)) return undefined;
  return EACH_TIME.test(answer) ? 'convention' : 'decision';
}
