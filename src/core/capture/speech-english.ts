/** English: what adds nothing, and how it is known. What it states: `english-rules`. */
import { ENGLISH_RULES } from './english-rules.ts';
import { opening, phrase, type Speech, words } from './speech.ts';

/** What may stand before the words that count. */
const LEAD = String.raw`(?:(?:and|also|but|now|then|so|ok|okay|good|great|perfect|nice|cool|alright|right|yes|yeah|yep|no|nope|well|hmm+|actually|oh|thanks|sorry|wait|next|finally|first|good catch|sounds good|looks good|awesome|in the meantime|meanwhile|hm+|cool|sure|fine|once more|quick)[,.:;!]*\s+){0,5}`;
const VERBS =
  'run|rerun|re-run|start|restart|show|list|read|reread|open|close|look|check|recheck|double check|try|retry|fix|update|write|rewrite|add|create|delete|remove|rename|commit|push|pull|tell|explain|find|search|grep|review|compare|implement|refactor|test|build|rebuild|deploy|install|uninstall|draft|summari[sz]e|describe|give|help|move|copy|revert|undo|redo|roll back|bump|upgrade|merge|rebase|squash|generate|regenerate|format|lint|debug|investigate|figure|clean|simplify|extract|inline|convert|translate|split|change|edit|apply|continue|finish|complete|carry on|go|proceed|verify|make|set|change|improve|optimi[sz]e|analy[sz]e|inspect|print|fetch|download|repeat|replace|turn|hook|wire|import|export|document|scaffold|swap|adjust|tweak|extend|expand|sort|take|have|get|skip|ship|publish|release|tag|cherry-pick|stash|amend|reset|kill|ignore|wait(?! for (?:my|me))|hold(?! off)|pause|stop|use|put|let me|lemme|do|just|record|note down|walk me|think|plan|propose|suggest|come up|enable|disable|mock|stub|seed|migrate|profile|measure|benchmark|hide|align|center|resolve|address|address|handle|cover|wrap|log|drop|reply|ping|post|send|save|store|clear|bring|pick|call|clone|checkout|check out|switch';
const DEICTIC =
  '(?:(?:only|just|also|all|both)\\s+)?(?:of\\s+)?(?:this|that|these|those|it|them|the|my|your|our|here|there|now|again|one|another|a|an|same|everything|up|to|on|in|out|at|for|off|back|with|some|more|all|me|us|src|[\\w./-]+\\.\\w{1,5}|#?\\d+)';
/** An imperative of one of these may be a rule ("use tabs"): it is an errand only with something definite behind it. */
const MAY_RULE =
  'use|put|write|rewrite|log|wrap|store|sort|name|replace|drop|switch|handle|mock|import|export|document|test|cover|skip|tag|move|format|save|set';

export const ENGLISH: Speech = {
  language: 'English',
  known: words(
    "the a an is are was were it this that we you i i'm i'd i'll i've let's to of in on for with and or not no don't never always use please my me if when our be should must keep stop what why how from by at as it's we're we'll has have do does can could will there they all every each only so but then now stay drop go run fix without because since one per i want like prefer first more less than into over before after about any some other new old same small short need needs one two see show make makes work works files file comments comment commits commit tests test code functions function names name types number sorted going been who which where when while between through everything nothing just also very too much many most get gets got had did done doesn't didn't isn't aren't can't won't there's that's what's you're they're",
  ),
  rules: ENGLISH_RULES,
  noise: [
    {
      name: 'asks-for',
      kind: 'errand',
      pattern: opening(
        `${LEAD}(?:please|pls|plz|kindly|can (?:you|we|i)|could (?:you|we)|would you|will you|i(?: want| need|'d like| would like| wanna) (?:you )?to (?!keep|drop|use|stay|move|avoid|be|challenge|approve|review every|see every)[a-z]+|i (?:want|need|would like|'d like) you to (?!challenge|be|always|never|ask|stop|keep|push back)[a-z]+|i'd like you to|help me|let me (?:see|know|think|check)|(?:your|next) (?:task|step)|todo:|time to)`,
      ),
      unless: opening(
        String.raw`${LEAD}(?:please|pls),? (?:no|don't|do not|never|always|avoid|stop \w+ing|only|keep|use \w+s|use [\w.-]+ (?:for|instead|spelling)|be|answer|reply|respond|ask|prefer|speak|talk|use (?:british|american|metric))`,
      ),
      finds: [
        'please continue with step 2',
        'Can you fix it',
        'i want you to fix the build',
        'and please run the linter',
      ],
      leaves: ["please don't use classes", 'I want to keep that branded.', 'We can deploy on Fridays'],
    },
    {
      name: 'imperative',
      kind: 'errand',
      pattern: opening(`${LEAD}(?:please )?(?:${VERBS})`),
      unless: opening(
        String.raw`${LEAD}(?:please )?(?:(?:${MAY_RULE}) (?!${DEICTIC}(?![\p{L}\p{N}_]))\S+|go (?:with|for)|do one thing|stop \w+ing|skip (?:the )?(?:intro|recap|praise|summary)|put (?!that|this|it|the)\w+|take (?:small|your)|drop the|explain (?:things|stuff|every)|call me|give me (?:the )?(?:short|options|choices|alternatives)|(?:run|test|deploy|build|release|migrate|log|store|cover) \w+ (?:is|are|takes?|was|were|has|have|must|should|lives?|go|goes|needs?|fails?|failed|breaks?)|\w+ing|(?:\w+ )?(?:messages|names|steps|process|policy|job|failures?|failed)|(?:commit|test|log|build|release|deploy|change|import|file|code|review|merge|tag|branch|plan|list|set|help|call|post)s? (?:messages?|names?|steps?|process|policy|jobs?|failures?|logs?|output|entries|order|\w+s) (?:is|are|must|should|follow|in|have|has|always|never|go|live))`,
      ),
      finds: [
        'Run the quick check.',
        'fix it',
        'now do the same for the other file',
        'use the other function here',
        'commit and push',
      ],
      leaves: [
        'use tabs for indentation',
        'the build is slow',
        'commit messages are in english',
        'stop adding comments',
      ],
    },
    {
      name: 'lets-do',
      kind: 'errand',
      pattern: opening(
        `${LEAD}(?:let's|lets|let us)(?: (?:now|first|just|also))? (?:${VERBS}|see|begin|work|move on|continue|discuss|talk|dig|debug)`,
      ),
      unless: phrase(
        String.raw`(?:let's|lets|let us) (?:not|go (?:with|for|back)|move (?:off|to|from|away|\w+ to)|switch|drop|replace|store|use|skip|make it a rule|make (?:it|this) \w+ by default|migrate|take|stop \w+ing|put|have|make (?:the|it|this) .{0,40}\d+ \w+|do (?!the|this|that|it|a|one|some|another)\w+|ship|start with (?!the|this|that|a|step)\w+|release (?:every|on)|set (?:the \w+|\w+) to|merge (?!this|that|the|it)\w+s)`,
      ),
      finds: ["let's run the tests", "let's fix the lint errors", "ok let's continue"],
      leaves: ["let's go with option 2", "Let's move off Fly.io", "let's not cache prices"],
    },
    {
      name: 'asks',
      kind: 'question',
      pattern: opening(
        String.raw`${LEAD}(?:(?:why|what|where|who|how|which|when)(?:'s|s)? (?:is|are|am|was|were|do|does|did|can|could|should|would|will|has|have|about|come|if|else|the heck|the hell|kind|version|file|one|of|next|now|i|long|many|much|big|do)|(?:what|where|who|how)'s|why(?: not)?|(?:is|are) (?:there|you|it|this|that|we|these|the|my)|(?:do|did|does|have|has|had|should|could|would|will|was|were|can|may|shall) (?:you|we|i|it|this|that|the|they|there|anybody|anyone|users)|any (?:idea|chance|reason|thoughts|news|update)|(?:want|need) me to|@[\w./-]+ (?:what|why|how|where)|wdyt|what do you think|thoughts|you sure|ready|understood|makes? sense|does that make sense)`,
      ),
      unless: opening(
        String.raw`(?:\w+\s+){0,3}(?:how (?:we|to)|what (?:i|we) (?:want|decided|learned|found)|when (?:i|we|you))|(?:have|has|do|will|can) the`,
      ),
      finds: [
        'why is this slow',
        'what does this function do',
        'is there a test for that',
        'how do i run this locally',
      ],
      leaves: ['how we release:', 'when you explain, be brief', 'what we decided: one repo'],
    },
    {
      name: 'where-it-stands',
      kind: 'status',
      pattern: opening(
        `${LEAD}(?:(?:it|that|this)(?:'s| is)? |the (?:tests?|build|ci) (?:is |are )?)?(?:still|again|same|failing again|(?:looks?|seems?|is|feels?) (?:wrong|right|odd|off|better|good|fine|weird|strange|broken|ok|okay|great|red|green|failing)|are (?:red|green|failing|passing|broken)|did (?:it|the trick)|i (?:don't|do not|can't|cannot) see (?:it|the|any|that|a)|nothing (?:changed|changes|happens|happened)|no (?:change|difference|luck|effect|dice)|scratch that|forget (?:it|that|about it)|i have to go|i gotta go|gotta go|see you|talk later|that'?s enough|thats (?:it|all|enough|better|good|wrong)|enough for|not yet|both|where were we|doesn't work|didn't work|did not work|does not work|is not working|isn't working|not working|works now|worked|passes now|same (?:error|issue|problem|thing)|(?:that's|thats|this is|it's|its) (?:not what|wrong|not right|better|good|fine|it|great|perfect|ok|okay|all|odd|weird|strange|the wrong)|i'm (?:back|done|here)|brb|oops|whoops|wrong (?:window|file|branch|one)|the (?:other|second|first|last|next|previous) (?:file|one)|not (?:that|this|the)|one (?:sec|second|moment|minute)|never ?mind|nvm|hang on|hold on|wait(?! for)|good (?:morning|evening|job|work|catch|point)|hi|hello|hey|(?:the )?same (?:for|with|in|goes)|i meant|my mistake|my bad|see above|as above|same here|almost|nearly|much better|don't worry|don't bother|no worries|no problem|no idea|no rush|no thanks?)`,
      ),
      unless: phrase(
        'only|but|when|if|on (?:windows|mac|linux|node)|one, |one because|(?:first|second|last) one (?:because|since|as)',
      ),
      finds: ['still failing', 'same error', "nope that didn't work", "that's not what i meant", 'no, the other file'],
      leaves: ['it still fails on windows only'],
    },
  ],
  lasting: phrase(
    String.raw`because|since (?!yesterday|today|then|\d)|always|never(?! ?mind)|ever|from now on|from here on|going forward|in (?:the )?future|as a rule|every time|whenever|(?:for|before|after|with|in|on) (?:every|each)|instead of|rather than|must|decided|prefer|by default|no longer|not any ?more|anymore|in this (?:repo|project|codebase)|due to|the reason (?:is|was|being)|turns? out|root cause|we (?:use|don't use|do not use|moved|switched|dropped|decided|agreed|only|are moving|are switching)|we're (?:moving|switching|dropping|using|migrating)|without (?:asking|telling|my|me)|only (?:ever|use)|is (?:deprecated|forbidden|not allowed)|is too \w+|overkill|is dead|(?<=,\s)(?:and )?no (?!rush|worries|need|problem|hurry|pressure|idea|the)\w+|(?<=,\s)(?:and )?not (?!yet|now|just|only|sure|the other)\w+|before (?:any|you (?:touch|start|write|change|code|edit|delete|do|begin))|i say so|unless i|everywhere`,
  ),
  acknowledges: words(
    "ok okay k kk yes yep yeah yup ya y no nope n nah sure thanks thank thx ty tysm you u a lot so much very great good nice perfect cool fine done right agreed exactly correct hi hello hey bye morning evening again continue go on ahead proceed next retry try please pls lgtm awesome amazing excellent brilliant wow well it that this do works work worked looks look sounds sound all is now ship keep going hmm hm mm oh ah ahh alright got understood makes sense just the first lovely sweet super neat and wait stop sec one moment finally yay haha lol claude then what i'm back there we're we it's that's agree approved cheers mate job catch merge test tests passes pass too also up let's see sorry my bad oops never mind nvm",
  ),
  narration:
    /^(?:(?:ok(?:ay)?|sure|great|good|perfect|alright|now|first|next|got it|understood|done|yes)[,.!:]*\s+){0,3}(?:I'll|I will|I am (?:going to|now)|I'm (?:going to|now|\w+ing)|Let me|Let's|Now I|Now let|Next I|First I|I'?ve (?:updated|added|fixed|created|made|removed|renamed|run|changed|written|committed|pushed)|I (?:updated|added|fixed|created|removed|renamed|changed|ran|committed|pushed)|Running|Reading|Looking|Checking|Searching|Working on|Starting|Updating|Fixing|Adding|Creating|Removing|Writing|Building|Committing|Pushing|Installing|Done|One moment|All (?:tests|checks|done)|The tests? (?:passes|pass|passed)|Tests? pass)\b/i,
  finding:
    /\b(?:root cause|because|turns? out|the (?:problem|reason|cause|culprit|bug|issue) (?:is|was|lies|came)|insight|lesson|caused by|due to|that is why|that's why|only holds|never|always|must|instead of|decision|decided|convention|works? (?:only|because)|(?:fails?|failed|broke|breaks) (?:when|because|if|since))\b/i,
};
