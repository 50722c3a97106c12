/**
 * The other 2,000 memories: what a user, colleagues and other projects have said in two years. Made of parts about a warehouse, which
 * no labelled fact speaks of; each has what it is, so that a line of the pack is known by its id.
 */

import { withIds } from './labels.mjs';
import { Random } from './random.mjs';

const PARTS =
  'pallet router,stock counter,dock scheduler,label printer,shelf planner,crate sorter,forklift feed,bin locator,weight scale,cold room,yard gate,carton builder,picking list,parcel tracker,loading ramp,conveyor belt,stacker crane,tray washer,goods lift,barcode reader,returns desk,customs form,driver app,truck roster,seal checker,damage report,wrapping line,tally sheet,freight quote,route board'.split(
    ',',
  );
const THINGS =
  'readings,alarms,counts,shift plans,drawings,sensor values,error codes,operator notes,calibration data,handovers,photos,measurements'.split(
    ',',
  );
const PLACES =
  'a ring buffer,one flat table,the north hall controller,a spreadsheet,the gateway,a message per minute,plain text,a fixed grid,the night archive,two copies,a shared folder,the handheld'.split(
    ',',
  );
const REASONS =
  'the old one was lost in the flood,the operators wear gloves,the hall has no reception,the auditors asked for it,it halves the walking,the supplier sends it so,three shifts use it,the insurer wants proof,the floor is uneven,it survived the winter,drivers come from six countries,the union agreed to it'.split(
    ',',
  );
const FRAMES = {
  decision: [
    'The PART keeps its THING in PLACE, because REASON.',
    'For the PART we chose PLACE over paper for THING: REASON.',
  ],
  convention: [
    'Name the THING of the PART by hall and row, since REASON.',
    'THING of the PART go to PLACE and nowhere else.',
  ],
  runbook: [
    'When the PART stops, copy its THING to PLACE and restart it.',
    'To calibrate the PART, print its THING from PLACE first.',
  ],
  insight: [
    'The PART was slow because its THING were read from PLACE.',
    'THING of the PART arrive late on Mondays: REASON.',
  ],
  preference: ['Show me THING of a PART as a table.', 'Explain THING before you speak of PLACE.'],
  session_state: [
    'Where: branch main\nGoal: sort the THING of the PART\nNext: move them to PLACE',
    'Goal: repair the PART, REASON',
  ],
};

/** [how many, type, age from, age to (days), what else they have, what they are]. */
const GROUPS = [
  [320, 'decision', 9, 700, {}, 'any'],
  [220, 'convention', 9, 700, {}, 'any'],
  [240, 'insight', 9, 700, {}, 'any'],
  [140, 'runbook', 9, 700, {}, 'any'],
  [60, 'preference', 9, 700, {}, 'any'],
  [30, 'session_state', 40, 90, {}, 'any'],
  // Superseded without a trace of the successor, which has been superseded itself and forgotten.
  [110, 'decision', 2, 700, { replacedBy: 'ffffffff-ffff-4fff-8fff-ffffffffffff' }, 'outdated'],
  [60, 'convention', 0.2, 60, { expires: -1 }, 'outdated'],
  [60, 'insight', 0.2, 60, { deleted: true }, 'outdated'],
  // Of this project, and somebody else's.
  [150, 'decision', 0.1, 300, { user: 'jo@acme.example' }, 'foreign'],
  [60, 'preference', 0.1, 300, { user: 'jo@acme.example' }, 'foreign'],
  // The user's, and another project's: the same name with another owner, a name that this one begins with, and more of the owner's.
  [160, 'decision', 0.1, 300, { app: 'globex-shop' }, 'foreign'],
  [80, 'convention', 0.1, 300, { app: 'globex-shop' }, 'foreign'],
  [90, 'insight', 0.1, 300, { app: 'acme-shopfloor' }, 'foreign'],
  [90, 'runbook', 0.1, 300, { app: 'acme-barn' }, 'foreign'],
  [40, 'session_state', 0.1, 30, { app: 'acme-barn' }, 'foreign'],
  [90, 'convention', 0.1, 300, { app: 'acme' }, 'foreign'],
];

/** The same for the same seed. */
export function fillerOf(seed) {
  const random = new Random(seed);
  const memories = GROUPS.flatMap(([count, type, from, to, more, expect]) =>
    Array.from({ length: count }, () => ({
      ...more,
      type,
      expect,
      text: textOf(type, random),
      age: from + (random.below(10_000) / 10_000) * (to - from),
    })),
  );
  return withIds(memories, random);
}

function textOf(type, random) {
  const text = random
    .pick(FRAMES[type])
    .replace('PART', random.pick(PARTS))
    .replace('THING', random.pick(THINGS))
    .replace('PLACE', random.pick(PLACES))
    .replace('REASON', random.pick(REASONS));
  // No two of them are quite the same: each has the number of a hall and a row.
  return text.replace(/\.?$/u, ` (hall ${1 + random.below(40)}, row ${1 + random.below(400)}).`);
}
