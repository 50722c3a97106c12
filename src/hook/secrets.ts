/** Values to mask wherever they appear: of secret-named variables, and of git-ignored `.env*` files (design §2.4). */
import { type SecretValues, secretValues } from '../core/redact.ts';
import { ignoredEnvFiles } from '../io/work-tree.ts';
import type { Runtime } from './runtime.ts';

/** Reading a handful of small files takes milliseconds; on a folder that does not answer the hook must still end. */
const READ_MS = 1_000;

export async function secretsOf(runtime: Runtime, root: string): Promise<SecretValues> {
  const files = await ignoredEnvFiles(root, {
    deadline: Date.now() + READ_MS,
    now: () => Date.now(),
    env: runtime.env,
  });
  return secretValues(runtime.env, files);
}
