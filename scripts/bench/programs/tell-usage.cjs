/** Loaded before a program that is measured: at its end it says on file descriptor 3 what it used. */
const { writeSync } = require('node:fs');

process.on('exit', () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  writeSync(3, JSON.stringify({ maxRss: maxRSS * 1024, cpu: (userCPUTime + systemCPUTime) / 1000 }));
});
