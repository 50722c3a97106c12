/** Polish. */
import { anywhere, opening, phrase, type Speech, words } from './speech.ts';

const LEAD = String.raw`(?:(?:i|a|ale|też|ok|okej|tak|nie|dobra|dobrze|super|świetnie|teraz|potem|więc|dzięki|proszę|jednak|to)[,.:;!]*\s+){0,4}`;

export const POLISH: Speech = {
  language: 'Polish',
  known: words(
    'jest są był była było były być ja ty my mi mnie mój moja twój nas nam się nie nigdy zawsze i lub albo ale z ze w we na do od po za dla bez przy przez o każda każdy każde wszystkie wszystko jeśli gdy kiedy że co czy jak gdzie kto dlaczego tu tutaj ten ta to te tego tej tym ma mają musi muszą można już dzięki najpierw potem teraz bo ponieważ zamiast żeby aby żadnych jeszcze raz mamy mam ile która który',
  ),
  letters: /[ąćęłńśźż]/iu,
  rules: [
    {
      name: 'polish-procedure',
      type: 'runbook',
      pattern: anywhere(
        String.raw`^(?:żeby|aby|jeśli|jeżeli|gdy|kiedy|za każdym razem|przy|do)\s.{3,120}?[:,]\s?.{0,300}?(?<!\p{L})(?:potem|następnie|na koniec|później|2[.)]\s)`,
      ),
      unless: /\?\s*$|(?:jak|gdy|kiedy) skończysz/iu,
      finds: [
        'żeby wdrożyć: najpierw merge, potem poczekaj na CI',
        'jeśli kolejka się zatnie: zrestartuj workera, a potem wyślij wiadomości',
      ],
      leaves: ['najpierw popraw testy, potem commit'],
    },
    {
      name: 'polish-cause',
      type: 'insight',
      pattern: phrase(
        String.raw`problemem (?:był|była|było|jest)|problem (?:był|leżał|jest|polegał)|(?:przyczyną|powodem|winą) (?:był|była|było|jest|są)|okazało się|okazuje się|przez \p{Lu}\S+|z powodu|tak przy okazji|dla informacji|ostatnim razem`,
      ),
      unless: /\?\s*$|(?<!\p{L})(?:zawsze|nigdy|zdecydowaliśmy|przechodzimy)(?!\p{L})/iu,
      finds: ['CI był czerwony przez Node 18', 'okazało się, że pula była za mała'],
      leaves: ['w czym problem?'],
    },
    {
      name: 'polish-of-the-talk',
      type: 'preference',
      pattern: phrase(
        String.raw`odpowiadaj\p{L}*|odpowiedzi|wyjaśnień|wyjaśnienia|tłumacz mi|mów do mnie|pytaj\p{L}*|zapytaj mnie|pokazuj mi|pokaż mi (?:zawsze|najpierw)|uprzedzaj\p{L}*|bez (?:mojej|mojego|pytania)|nie przepraszaj|bez emoji|małymi krokami|krok po kroku|bądź (?:zwięzły|bezpośredni|szczery)`,
      ),
      unless: phrase(String.raw`api|endpoint\p{L}*`),
      finds: ['odpowiadaj mi zawsze po polsku', 'pytaj mnie, zanim coś usuniesz', 'nigdy nie commituj bez mojej zgody'],
      leaves: ['odpowiedzi api są w json'],
    },
    {
      name: 'polish-prefer',
      type: 'preference',
      pattern: phrase(
        'wolę|wolałbym|wolałabym|preferuję|nienawidzę|(?:nie )?(?:lubię|znoszę)|uwielbiam|nie chcę,? żeby|ja (?:zawsze|nigdy)|denerwuje mnie',
      ),
      unless: /\?\s*$/,
      finds: ['wolę małe commity', 'nie lubię długich wyjaśnień'],
      leaves: ['co wolisz?'],
    },
    {
      name: 'polish-from-now-on',
      type: 'convention',
      pattern: phrase('od teraz|od dziś|od tej pory|w przyszłości|na przyszłość'),
      finds: ['od teraz wszystkie daty są w UTC'],
      leaves: ['teraz działa'],
    },
    {
      name: 'polish-decided',
      type: 'decision',
      pattern: phrase(
        'zdecydowaliśmy|zdecydował[ea]m|postanowiliśmy|ustaliliśmy|wybraliśmy|(?:przechodzimy|przenosimy|wracamy|zostajemy|zostawiamy|rezygnujemy|bierzemy|migrujemy|zmieniamy|wyrzucamy|zastępujemy|idziemy)|użyjmy|zostańmy|przejdźmy|weźmy|zamiast|ustalone|niech będzie|jednak (?:bez|nie|zostaje)',
      ),
      unless: /\?\s*$|(?<!\p{L})(?:zawsze|nigdy|każd\p{L}+|musi|muszą)(?!\p{L})/iu,
      finds: [
        'przechodzimy na Postgresa, bo Redis gubi zadania',
        'użyjmy Fastify zamiast Expressa',
        'zostajemy przy React 18',
      ],
      leaves: ['zawsze zostajemy przy LTS'],
    },
    {
      name: 'polish-rule',
      type: 'convention',
      pattern: phrase(
        String.raw`zawsze|nigdy|każd\p{L}+|wszystkie \p{L}+ (?:muszą|są)|musi|muszą|powinn\p{L}+|nie wolno|zabronion\p{L}+|obowiązkow\p{L}+|w tym (?:repo|repozytorium|projekcie)|(?:tutaj|tu) (?:używamy|nie)|(?:używamy|nie używamy|piszemy|nazywamy)|żadnych|tylko|(?:są|jest) (?:w|po) (?:kebab|snake|camel|utc|angielsku|groszach)\S*`,
      ),
      unless: /\?\s*$|każd(?:ej|ego|ą|y) (?:nocy|dnia|noc|dzień|godzin\p{L}*)|to musi/iu,
      finds: [
        'nigdy nie ruszaj wygenerowanych plików',
        'każda migracja musi być odwracalna',
        'tutaj używamy pnpm, nie npm',
      ],
      leaves: ['baza jest resetowana każdej nocy'],
    },
    {
      name: 'polish-do-not',
      type: 'convention',
      pattern: opening(
        String.raw`${LEAD}(?:nie (?:używaj|ruszaj|dodawaj|pisz|zmieniaj|rób|edytuj|twórz|wkładaj)|unikaj|używaj|bez|przestań)(?! (?:tej|tego|to|tę)(?!\p{L})) \S+`,
      ),
      finds: ['nie używaj any', 'używaj zod do parsowania'],
      leaves: ['używaj tej funkcji'],
    },
  ],
  noise: [
    {
      name: 'polish-errand',
      kind: 'errand',
      pattern: opening(
        `${LEAD}(?:możesz|mógłbyś|czy możesz|możemy|chcę,? żebyś|potrzebuję,? żebyś|pomóż|wróć|dokończ|posprzątaj|rozwiąż|zoptymalizuj|uruchom|odpal|puść|popraw|napraw|dodaj|usuń|napisz|stwórz|utwórz|zrób|pokaż|spójrz|zobacz|sprawdź|wyjaśnij|znajdź|poszukaj|wstaw|zmień nazwę|commituj|zacommituj|scommituj|wypchnij|zmerguj|przetestuj|zbuduj|zainstaluj|otwórz|przeczytaj|porównaj|zaimplementuj|zrefaktoryzuj|kontynuuj|dalej|spróbuj|cofnij|przenieś|skopiuj|zmień|wygeneruj|zaktualizuj|daj|powiedz|użyj (?:tej|tego|tamtej))`,
      ),
      finds: ['uruchom testy jeszcze raz', 'popraw błędy typów', 'dodaj do tego test'],
      leaves: ['pula była za mała'],
    },
    {
      name: 'polish-question',
      kind: 'question',
      pattern: opening(
        `${LEAD}(?:dlaczego|czemu|po co|co (?:robi|to|dalej|jest|z)|jak (?!my)|gdzie|kto|kiedy (?:będzie|to)|któr[yaeo]|jaki|jaka|jakie|ile|czy)`,
      ),
      finds: ['dlaczego to jest takie wolne', 'co robi ta funkcja'],
      leaves: ['problemem była strefa czasowa'],
    },
    {
      name: 'polish-status',
      kind: 'status',
      pattern: opening(
        `${LEAD}(?:nadal|wciąż|dalej nie|nie (?:działa|pomogło|to)|działa|ten sam błąd|drugi|drugą|czekaj|cześć|dzień dobry|wygląda (?:dobrze|świetnie)|gotowe)`,
      ),
      finds: ['nadal nie działa', 'ten sam błąd'],
      leaves: ['problemem była strefa czasowa'],
    },
  ],
  lasting: phrase(
    String.raw`bo|ponieważ|gdyż|zawsze|nigdy|od teraz|od tej pory|za każdym razem|zamiast|musi|muszą|nie wolno|w tym (?:repo|projekcie)|bez (?:mojej|mojego|pytania)|pyta\p{L}+|(?:używamy|zdecydowaliśmy|przechodzimy)`,
  ),
  acknowledges: words(
    'ok okej tak nie dzięki dziękuję bardzo dobrze dobra super świetnie idealnie dokładnie zgadza się kontynuuj dalej lecimy jeszcze raz proszę cześć hej gotowe działa wygląda następne',
  ),
  narration: opening(
    '(?:zaraz|teraz|najpierw|uruchamiam|sprawdzam|czytam|zaktualizowałem|dodałem|poprawiłem|utworzyłem|usunąłem|pozwól|gotowe)',
  ),
  finding: phrase(
    String.raw`ponieważ|przyczyn\p{L}+|powod\p{L}+|problemem|okazało się|decyzj\p{L}+|zdecydowaliśmy|zawsze|nigdy|musi|zamiast`,
  ),
};
