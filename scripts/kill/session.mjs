/** The session of a trial, as the client writes it: three statements of three types, each known by the session's name. */
export const STATEMENTS = [
  (session) => `Decision: the ${session} service is deployed on Fly.io, because it runs close to our customers.`,
  (session) => `I prefer answers about ${session} in short sentences, always.`,
  (session) => `Convention from now on: every ${session} migration must be reversible.`,
];

export function transcriptOf(session) {
  let parentUuid = null;
  const lines = STATEMENTS.flatMap((say, n) =>
    [
      {
        type: 'user',
        message: { role: 'user', content: say(session) },
        origin: { kind: 'human' },
        promptSource: 'typed',
      },
      {
        type: 'assistant',
        message: {
          id: `msg_${n}`,
          type: 'message',
          role: 'assistant',
          content: [{ type: 'text', text: 'Understood.' }],
        },
      },
    ].map((line, at) => {
      const uuid = `${session}-${n}-${at}`;
      const timestamp = new Date(Date.UTC(2026, 10, 23, 9, n, at)).toISOString();
      const whole = {
        parentUuid,
        isSidechain: false,
        uuid,
        timestamp,
        cwd: '/home/dev/shop',
        sessionId: session,
        ...line,
      };
      parentUuid = uuid;
      return JSON.stringify({
        ...whole,
        userType: 'external',
        entrypoint: 'cli',
        version: '2.1.197',
        gitBranch: 'main',
      });
    }),
  );
  return `${lines.join('\n')}\n`;
}
