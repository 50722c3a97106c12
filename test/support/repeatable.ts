/**
 * The same run twice is the same run: without `MEM0_FUZZ_RUNS` each property begins at one seed, so that what fails fails for a
 * change and not for the day. Looking for the unknown is what `MEM0_FUZZ_RUNS` is for: then every run has another seed.
 */
import fc from 'fast-check';

const SEED = 20_261_130;

if (process.env['MEM0_FUZZ_RUNS'] === undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: SEED });
