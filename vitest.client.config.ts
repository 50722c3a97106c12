import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export.
export default defineConfig({
  test: {
    include: ['test/client/**/*.test.ts'],
    globalSetup: ['test/client/install-client.ts'],
    // The real client starts in seconds, and each scenario is several of its sessions; the limit only ends a hang.
    testTimeout: 240_000,
    hookTimeout: 60_000,
    // A key that is pressed while the client draws can be lost, as it is for people; what fails twice is told, and what fails once as well.
    retry: 1,
    maxWorkers: '100%',
    restoreMocks: true,
  },
});
