import { defineConfig } from 'vitest/config';

// biome-ignore lint/style/noDefaultExport: vitest reads its configuration from the default export.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // The real client has a run of its own (vitest.client.config.ts).
    exclude: ['test/fixtures/**', 'test/client/**'],
    setupFiles: ['test/support/repeatable.ts'],
    // End-to-end tests start real processes on machines that may be busy; the limit only ends a hang.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Much of a run is waiting for processes: one worker for each processor, and none left idle.
    maxWorkers: '100%',
    restoreMocks: true,
    unstubEnvs: true,
  },
});
