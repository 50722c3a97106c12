/** French. */
import { anywhere, opening, phrase, type Speech, words } from './speech.ts';

const LEAD = String.raw`(?:(?:et|aussi|mais|ok|okay|oui|non|bon|bien|super|parfait|alors|donc|maintenant|puis|merci|stp|s'il te plaît|s'il vous plaît|finalement|au final)[,.:;!]*\s+){0,4}`;

export const FRENCH: Speech = {
  language: 'French',
  known: words(
    "le la les un une des du de d'un d'une au aux est sont était étaient c'est je j'ai tu il elle on nous vous ils me m'a moi mon ma mes ton ta tes notre nos ne n'est pas plus jamais toujours et ou mais donc avec pour par sur dans en sans chaque tous toutes si quand que qui qu'on parce car à ce cette ces ça cela ici pourquoi comment quoi où peux pouvez doit doivent faut merci d'abord puis ensuite enfin fait plutôt aucun aucune avons avez ont as combien tests quels quelle",
  ),
  letters: /[êçœ]|(?<![a-z])(?:[cdjlmnst]|qu)'/iu,
  rules: [
    {
      name: 'french-procedure',
      type: 'runbook',
      pattern: anywhere(
        String.raw`^(?:pour|si|quand|lorsque|afin de|à chaque|en cas d)\s?.{3,120}?[:,]\s?.{0,300}?(?<!\p{L})(?:puis|ensuite|enfin|après ça|2[.)]\s)`,
      ),
      unless: /\?\s*$|quand tu as fini|quand c'est bon/iu,
      finds: [
        "pour déployer : d'abord merger, puis attendre la CI",
        'si la file est bloquée : redémarre le worker, puis rejoue les messages',
      ],
      leaves: ["d'abord corrige les tests, puis commit"],
    },
    {
      name: 'french-cause',
      type: 'insight',
      pattern: phrase(
        String.raw`le (?:vrai )?(?:problème|souci|bug) (?:était|est|venait|vient)|la (?:cause|raison) (?:était|est)|à cause d[eu']\S*|(?:en fait|il s'avère|il se trouve)|venait d[eu']\S*|pour info|au fait|à noter|la dernière fois`,
      ),
      unless: /\?\s*$|(?<!\p{L})(?:toujours|jamais|décidé)(?!\p{L})/iu,
      finds: ['la CI était rouge à cause de Node 18', 'le problème venait du fuseau horaire'],
      leaves: ['quel est le problème ?'],
    },
    {
      name: 'french-of-the-talk',
      type: 'preference',
      pattern: phrase(
        "réponds?(?:-moi)?|répondez|réponses?|explications?|parle-moi|tutoie-moi|demande(?:z)?-moi|montre-moi (?:toujours|d'abord)|préviens-moi|sans (?:mon|me|ma|demander)|excuse-toi|t'excuser|pas d'emojis?|résumés?|petites étapes|étape par étape|sois (?:bref|concis|direct)",
      ),
      unless: phrase("réponses? (?:http|de l'api|json)|l'api|endpoints?"),
      finds: [
        'réponds-moi toujours en français',
        'demande-moi avant de supprimer',
        'ne committe jamais sans mon accord',
      ],
      leaves: ["les réponses de l'api sont en json"],
    },
    {
      name: 'french-prefer',
      type: 'preference',
      pattern: phrase(
        "je (?:préfère|déteste|n'aime (?:pas|plus)|ne supporte pas|ne veux (?:pas|plus|jamais)|veux toujours|travaille toujours|travaille mieux|préférerais)|j'(?:aime|adore|aimerais que tu|utilise toujours|ai horreur)|(?:ça|cela) m'(?:énerve|agace)",
      ),
      finds: ['je préfère les petits commits', "je n'aime pas les longues explications"],
      leaves: ['je vois le bug'],
    },
    {
      name: 'french-from-now-on',
      type: 'convention',
      pattern: phrase("à partir de maintenant|désormais|dorénavant|à l'avenir"),
      finds: ['à partir de maintenant toutes les dates sont en UTC'],
      leaves: ['maintenant ça marche'],
    },
    {
      name: 'french-decided',
      type: 'decision',
      pattern: phrase(
        String.raw`(?:on|nous) (?:a|avons) (?:décidé|choisi|opté|retenu|tranché)|j'ai (?:décidé|choisi)|(?:on|nous) (?:passe|part|reste|garde|abandonne|prend|migre|change|remplace|arrête|va|allons|laisse tomber|laisse|restons|gardons|passons|prenons|abandonnons|partons)|(?:passons|restons|gardons|prenons|partons) (?:à|sur|en|avec|le|la|les)|c'est décidé|plutôt qu[e']\S*|au lieu d[eu']\S*`,
      ),
      unless: /\?\s*$|(?<!\p{L})(?:toujours|jamais|chaque|doit|doivent)(?!\p{L})|on va voir/iu,
      finds: ['on passe à Postgres parce que Redis perd des jobs', 'on a décidé de garder le monolithe'],
      leaves: ['on garde toujours les tests'],
    },
    {
      name: 'french-chosen',
      type: 'decision',
      pattern: anywhere(
        String.raw`^(?:ok|okay|oui|non|finalement|au final|bon)[, ]+(?:pas d[e']\s?\S+|garde|on \p{L}+|prends|avec)`,
      ),
      unless: /\?\s*$|pas de (?:souci|problème)/iu,
      finds: ['finalement, pas de GraphQL', 'non, garde les tabulations'],
      leaves: ['ok, pas de souci'],
    },
    {
      name: 'french-rule',
      type: 'convention',
      pattern: phrase(
        String.raw`toujours|jamais|chaque|(?:tous|toutes) les|doit|doivent|ne (?:doit|doivent)|il (?:faut|ne faut)|interdits?|obligatoires?|(?:dans|de) ce (?:projet|dépôt|repo)|ici(?:,)? on|on (?:utilise|n'utilise|écrit|nomme|met)|(?:est|sont|vont|stockés|écrits) en (?:anglais|utc|kebab|snake|camel|centimes)\S*|uniquement`,
      ),
      unless:
        /\?\s*$|toutes les (?:nuits|heures|semaines|\d+)|tous les (?:jours|mois|matins|soirs|tests (?:passent|sont))|chaque (?:nuit|jour|semaine)|(?:c'est|est|marche|échoue) toujours|toujours (?:pas|rouge|en erreur)/iu,
      finds: [
        'ne touche jamais aux fichiers générés',
        'chaque migration doit être réversible',
        'ici on utilise pnpm, pas npm',
      ],
      leaves: ['la base est réinitialisée toutes les nuits', 'ça ne marche toujours pas'],
    },
    {
      name: 'french-do-not',
      type: 'convention',
      pattern: opening(
        String.raw`${LEAD}(?:pas d[e'] ?(?!souci|problème)\S+|n'utilise pas|n'utilisez pas|ne \p{L}+ pas|évite|évitez|utilise|utilisez|aucun|aucune|arrête d[e'] ?)(?! (?:la|le|l'|cette|ce|ces|les)(?!\p{L})) ?\S+`,
      ),
      finds: ["pas d'export par défaut dans ce projet", "n'utilise pas any", 'utilise zod pour le parsing'],
      leaves: ["utilise la fonction d'à côté", 'pas de souci'],
    },
  ],
  noise: [
    {
      name: 'french-errand',
      kind: 'errand',
      pattern: opening(
        `${LEAD}(?:peux-tu|pourrais-tu|tu peux|pouvez-vous|pourriez-vous|est-ce que tu peux|j'aimerais que tu|je (?:veux|voudrais) que tu|il faudrait que tu|aide-moi|reviens|retourne|refactorise|nettoie|termine|optimise|débogue|résous|re?lance[sz]?|lance|exécute|corrige|répare|ajoute|supprime|enlève|retire|écris|crée|montre(?:-moi)?|regarde|vérifie|explique(?:-moi)?|trouve|cherche|mets|remets|renomme|refais|fais|commit|committe|pousse|push|fusionne|teste|déploie|installe|ouvre|lis|compare|implémente|continue|continuez|essaie|réessaie|annule|déplace|copie|modifie|change|génère|résume|donne-moi|allons voir)`,
      ),
      unless: opening(`${LEAD}(?:montre-moi (?:toujours|d'abord))`),
      finds: ['relance les tests', 'peux-tu regarder le test qui échoue', 'ajoute un test pour ça'],
      leaves: ['montre-moi toujours le plan'],
    },
    {
      name: 'french-question',
      kind: 'question',
      pattern: opening(
        `${LEAD}(?:pourquoi|comment(?! on)|où|qui|quand est-ce|quel(?:le)?s?|qu'est-ce|est-ce|c'est quoi|que fait|combien|as-tu|es-tu|y a-t-il|on (?:devrait|peut)-)`,
      ),
      finds: ["pourquoi c'est si lent", "qu'est-ce que fait cette fonction"],
      leaves: ['comment on déploie : merger, puis tagger'],
    },
    {
      name: 'french-status',
      kind: 'status',
      pattern: opening(
        `${LEAD}(?:ça (?:ne )?(?:marche|fonctionne|passe|compile)|toujours (?:pas|la même)|c'est (?:bon|parfait|pas ça|ça|mieux|nickel)|même erreur|l'autre|attends|bonjour|salut|pas ça|pas celui|nickel)`,
      ),
      finds: ["merci, c'est bon", 'ça marche toujours pas'],
      leaves: ['la base est réinitialisée'],
    },
  ],
  lasting: phrase(
    String.raw`parce qu[e']\S*|car|toujours (?!pas|la même|rouge)|jamais|à partir de maintenant|désormais|dorénavant|à l'avenir|chaque fois|au lieu|plutôt qu[e']\S*|il faut|doit|doivent|dans ce (?:projet|dépôt|repo)|sans (?:me|mon)|demand(?:es|e-moi|er)|préviennes|interdit|on (?:utilise|a décidé|passe)`,
  ),
  acknowledges: words(
    "ok okay oui non merci beaucoup bien super parfait génial cool nickel c'est bon d'accord ça marche va vas-y continue continuez suivant très bon top bravo bonjour salut oui encore recommence s'il te plaît stp attends exact exactement voilà et alors fais le",
  ),
  narration: opening(
    "(?:je (?:vais|lance|regarde|vérifie|lis|commence|mets|corrige|cherche)|j'ai (?:mis à jour|ajouté|corrigé|créé|supprimé|modifié|lancé)|maintenant|ensuite|d'abord|c'est fait|terminé|laisse-moi|laissez-moi)",
  ),
  finding: phrase(
    String.raw`parce qu[e']\S*|cause|raison|le problème (?:est|était|vient|venait)|il s'avère|en raison|décision|décidé|toujours|jamais|doit|au lieu`,
  ),
};
