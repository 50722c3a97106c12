/**
 * `mem0ai` as a program: reads calls from stdin, a line of JSON each, does them one after the other, and prints for each what
 * the call gave, with what has been answered over HTTP until then. Ends with its input.
 */
import { createInterface } from 'node:readline';

const { fetch: original } = globalThis;
const answers = [];

globalThis.fetch = async (url, init) => {
  const response = await original(url, init);
  answers.push({
    method: init?.method ?? 'GET',
    path: new URL(url).pathname,
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    isJson: isJson(await response.clone().text()),
  });
  return response;
};

function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const { MemoryClient } = await import('mem0ai');
const client = new MemoryClient({ apiKey: process.env['MEM0_API_KEY'], host: process.env['MEM0_BASE_URL'] });

for await (const line of createInterface({ input: process.stdin })) {
  const { name, args } = JSON.parse(line);
  const outcome = await client[name](...args).then(
    (value) => ({ value }),
    ({ name, message, errorCode, suggestion, debugInfo }) => ({
      error: { name, message, errorCode, suggestion, debugInfo },
    }),
  );
  process.stdout.write(`${JSON.stringify({ ...outcome, answers: answers.splice(0) })}\n`);
}
