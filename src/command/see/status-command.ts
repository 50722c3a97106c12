/** `mem0-hooks status`: where memories go, as whom, under which project, and why; which settings hold; what is wrong. Writes nothing. */
import { isOff } from '../../contract/config.ts';
import { refuse } from '../leave.ts';
import { command } from '../line/definition.ts';
import { whyNot } from '../why-not.ts';
import { workingFolder } from '../working-folder.ts';
import { statusOf } from './status.ts';
import { statusText } from './status-text.ts';

export const statusCommand = command({
  about: `
Shows what the hooks do in the current folder and why: platform, key (masked), user, project and how its id was found, lists, the
repository's file, every setting and where it comes from, what waits, what was captured and recalled last, versions, and what is wrong with what to do about it. Nothing is
written. Mem0 is asked whose the key is where that is not known yet, for three seconds at most, and nothing else.`,
  line: (empty) => empty,
  json: `one JSON object: enabled, here, platform, key, user, override, project, place, permission, repository, state, settings, \
file, waiting, last (capture, recall), versions, problems`,
  statuses: { done: 'shown, whatever it shows', not: 'it could not be found out (it is said why)' },
  run: async ({ runtime, answer }) => {
    try {
      const enabled = runtime.config.enabled && !isOff(runtime.env);
      const report = await statusOf(runtime, workingFolder(runtime.env), enabled);
      answer(report, () => statusText(report, Date.now()));
    } catch (error) {
      refuse(`No status: ${whyNot(error)}.`);
    }
  },
});
