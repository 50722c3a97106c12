/**
 * Claude's sentences: what only tells what is done now, and what tells something worth keeping. By language.
 * Out of scope: people's sentences (`reading`).
 */
import { plainSentence } from './plain-sentence.ts';

/** Whole words of any alphabet, in any case: `\b` knows the Latin alphabet without accents only. */
function phrase(alternatives: string): RegExp {
  return new RegExp(String.raw`(?<![\p{L}\p{N}_])(?:${alternatives})(?![\p{L}\p{N}_])`, 'iu');
}

/** Such words at the beginning. */
function opening(alternatives: string): RegExp {
  return new RegExp(String.raw`^(?:${alternatives})(?![\p{L}\p{N}_])`, 'iu');
}

/** A pattern as it stands: for scripts that put no space between words. */
function anywhere(source: string): RegExp {
  return new RegExp(source, 'iu');
}

/** Claude telling what it is about to do, or has just done. */
const NARRATION: readonly RegExp[] = [
  // English
  /^(?:(?:ok(?:ay)?|sure|great|good|perfect|alright|now|first|next|got it|understood|done|yes)[,.!:]*\s+){0,3}(?:I'll|I will|I am (?:going to|now)|I'm (?:going to|now|\w+ing)|Let me|Let's|Now I|Now let|Next I|First I|I'?ve (?:updated|added|fixed|created|made|removed|renamed|run|changed|written|committed|pushed)|I (?:updated|added|fixed|created|removed|renamed|changed|ran|committed|pushed)|Running|Reading|Looking|Checking|Searching|Working on|Starting|Updating|Fixing|Adding|Creating|Removing|Writing|Building|Committing|Pushing|Installing|Done|One moment|All (?:tests|checks|done)|The tests? (?:passes|pass|passed)|Tests? pass)\b/i,
  // German
  opening(
    '(?:ich (?:werde|schaue|prüfe|führe|lese|sehe|starte|mache|aktualisiere|füge|schreibe|suche|habe .{1,60} (?:aktualisiert|hinzugefügt|behoben|erstellt|geändert|committet))|lass mich|jetzt|als nächstes|zuerst|fertig|erledigt)',
  ),
  // French
  opening(
    "(?:je (?:vais|lance|regarde|vérifie|lis|commence|mets|corrige|cherche)|j'ai (?:mis à jour|ajouté|corrigé|créé|supprimé|modifié|lancé)|maintenant|ensuite|d'abord|c'est fait|terminé|laisse-moi|laissez-moi)",
  ),
  // Spanish
  opening(
    '(?:voy a|déjame|ahora|primero|a continuación|estoy|ejecutando|revisando|leyendo|listo|hecho|he (?:actualizado|añadido|corregido|creado|eliminado|cambiado))',
  ),
  // Portuguese
  opening(
    '(?:vou|deixe-me|deixa eu|agora|primeiro|em seguida|estou|executando|rodando|verificando|lendo|pronto|feito|(?:atualizei|adicionei|corrigi|criei|removi|alterei))',
  ),
  // Italian
  opening(
    '(?:vado a|fammi|lasciami|ora|adesso|prima|poi|sto|eseguo|controllo|leggo|fatto|ho (?:aggiornato|aggiunto|corretto|creato|rimosso|modificato))',
  ),
  // Dutch
  opening(
    '(?:ik (?:ga|zal|kijk|draai|lees|controleer|begin|heb .{1,60} (?:bijgewerkt|toegevoegd|gemaakt|verwijderd|aangepast))|laat me|nu|eerst|daarna|klaar|gedaan)',
  ),
  // Polish
  opening(
    '(?:zaraz|teraz|najpierw|uruchamiam|sprawdzam|czytam|zaktualizowałem|dodałem|poprawiłem|utworzyłem|usunąłem|pozwól|gotowe)',
  ),
  // Japanese
  anywhere('^.{0,60}(?:します|しますね|を見てみます|確認します|始めます|しました|完了です)[。！]?$'),
  // Korean
  anywhere('^.{0,60}(?:하겠습니다|할게요|볼게요|보겠습니다|실행합니다|확인합니다|했습니다|완료했습니다)[.!]?$'),
  // Chinese
  anywhere(
    '^(?:好的?[，,。]?)?(?:我(?:来|将|会|现在|先|正在|去)|让我|现在|接下来|正在|首先|已(?:经)?(?:完成|更新|添加|修复|创建|删除))',
  ),
  // Russian
  opening(
    '(?:я (?:сейчас|посмотрю|запущу|проверю|обновил|добавил|исправил|создал|удалил)|сейчас|давайте|теперь|сначала|запускаю|проверяю|читаю|готово|позвольте)',
  ),
];

/** Claude telling a cause, a rule or a choice. */
const FINDING: readonly RegExp[] = [
  // English
  /\b(?:root cause|because|turns? out|the (?:problem|reason|cause|culprit|bug|issue) (?:is|was|lies|came)|insight|lesson|caused by|due to|that is why|that's why|only holds|never|always|must|instead of|decision|decided|convention|works? (?:only|because)|(?:fails?|failed|broke|breaks) (?:when|because|if|since))\b/i,
  // German
  phrase(
    'weil|ursache|grund|problem (?:war|ist|lag)|stellt sich heraus|liegt an|lag an|deshalb|entscheidung|entschieden|immer|niemals|muss|statt',
  ),
  // French
  phrase(
    String.raw`parce qu[e']\S*|cause|raison|le problème (?:est|était|vient|venait)|il s'avère|en raison|décision|décidé|toujours|jamais|doit|au lieu`,
  ),
  // Spanish
  phrase(
    'porque|causa|razón|el problema (?:es|era|está|estaba)|resulta que|se debe|decisión|decidido|siempre|nunca|debe|en (?:vez|lugar) de',
  ),
  // Portuguese
  phrase(
    'porque|causa|razão|o problema (?:é|era|está|estava)|acontece que|decisão|decidimos|sempre|nunca|deve|em vez d[aeo]',
  ),
  // Italian
  phrase('perché|causa|ragione|il problema (?:è|era)|a quanto pare|decisione|deciso|sempre|mai|deve|invece (?:di|che)'),
  // Dutch
  phrase(
    'omdat|oorzaak|reden|het probleem (?:is|was|zit)|het blijkt|blijkt|besluit|besloten|altijd|nooit|moet|in plaats van',
  ),
  // Polish
  phrase(
    String.raw`ponieważ|przyczyn\p{L}+|powod\p{L}+|problemem|okazało się|decyzj\p{L}+|zdecydowaliśmy|zawsze|nigdy|musi|zamiast`,
  ),
  // Japanese
  anywhere('原因|理由|なぜなら|ため|ので|問題は|判明|決定|必ず|常に|代わりに'),
  // Korean
  anywhere('때문|원인|이유|문제는|알고 보니|결정|항상|반드시|대신'),
  // Chinese
  anywhere('因为|原因|由于|问题(?:是|在于|出在)|发现|决定|必须|总是|而不是|导致'),
  // Russian
  phrase(
    String.raw`потому что|причин\p{L}+|проблема (?:в|была|была в)|оказалось|из-за|решени\p{L}+|решили|всегда|никогда|долж\p{L}+|вместо`,
  ),
];

/** A narrating answer is short. [?] ours */
const MAX_NARRATION_CHARS = 200;

/** Whether a text of Claude's only says what it is about to do. */
export function isNarration(text: string): boolean {
  if (text.length > MAX_NARRATION_CHARS) return false;
  const said = plainSentence(text);
  return NARRATION.some((pattern) => pattern.test(said)) && !isFinding(said);
}

/** Whether a text of Claude's says something worth keeping. */
export function isFinding(text: string): boolean {
  return FINDING.some((pattern) => pattern.test(text));
}
