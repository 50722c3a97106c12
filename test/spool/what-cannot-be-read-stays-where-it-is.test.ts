import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StateFolder } from '../../src/io/file-store.ts';
import { Jobs, stampOf } from '../../src/spool/jobs.ts';
import { refugeJobs, takeRefuge } from '../../src/spool/refuge.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { jobFor } from './items.ts';

/** What another version, a torn disk or a curious person may leave among the jobs. */
const ODD: Readonly<Record<string, string>> = {
  's2.k2.json': '{"sessionId":"s2","transc',
  's3.k3.json': JSON.stringify({ ...jobFor(), belongs: undefined }),
  's4.k4.json': JSON.stringify({ ...jobFor(), at: 17 }),
  's5.k5.json': 'null',
  'notes.txt': 'remember the milk',
};

function put(folder: StateFolder): void {
  for (const [name, text] of Object.entries(ODD)) folder.write(`jobs/${name}`, text);
}

function expectUntouched(folder: StateFolder): void {
  for (const [name, text] of Object.entries(ODD)) expect(folder.read(`jobs/${name}`)).toBe(text);
}

describe('among the jobs', () => {
  it('what cannot be read is passed over, and neither deleted nor changed', () => {
    const folder = new StateFolder(temporaryFolder());
    const jobs = new Jobs(folder);
    put(folder);
    const name = jobs.record(jobFor(), 'k1');
    expect(jobs.all()).toEqual([{ name, job: jobFor() }]);
    jobs.keep({ name, job: jobFor() }, '2026-11-30T13:00:00.000Z');
    expect(jobs.all()).toEqual([{ name, job: jobFor({ failingSince: '2026-11-30T13:00:00.000Z' }) }]);
    expect(jobs.has(name)).toBe(true);
    jobs.done(name);
    expect(jobs.has(name)).toBe(false);
    expect(jobs.all()).toEqual([]);
    expectUntouched(folder);
  });

  it('what a newer version added to a job is kept with it', () => {
    const folder = new StateFolder(temporaryFolder());
    const jobs = new Jobs(folder);
    folder.write('jobs/s1.k1.json', JSON.stringify({ ...jobFor(), priority: 'high' }));
    const [named] = jobs.all();
    if (named === undefined) throw new Error('it was not read');
    jobs.keep(named, '2026-11-30T13:00:00.000Z');
    expect(JSON.parse(folder.read('jobs/s1.k1.json') ?? '')).toMatchObject({ sessionId: 's1', priority: 'high' });
  });

  it('a second end of a session does not replace the first', () => {
    const jobs = new Jobs(new StateFolder(temporaryFolder()));
    const names = [jobs.record(jobFor(), 'k1'), jobs.record(jobFor(), 'k2')];
    expect(jobs.all().map(({ name }) => name)).toEqual(names);
  });
});

describe('the refuge', () => {
  const parents = () => ({
    pluginData: temporaryFolder(),
    temporary: temporaryFolder(),
    stateFolder: '/home/mara/.mem0/hooks',
  });
  /** The one folder that was made in this one. */
  const only = (parent: string) => {
    const [name = '', ...others] = readdirSync(parent);
    expect(others).toEqual([]);
    return join(parent, name);
  };

  it('gives back what was recorded in either place, with its stamp, and what is done is gone', () => {
    const places = parents();
    expect(takeRefuge(places, jobFor(), 'k1_a')).toBe(true);
    expect(takeRefuge({ ...places, pluginData: undefined }, jobFor({ sessionId: 's.2' }), 'k2_b')).toBe(true);
    const found = refugeJobs(places);
    expect(found.map(({ job, stamp }) => [job.sessionId, stamp])).toEqual([
      ['s1', 'k1_a'],
      ['s.2', 'k2_b'],
    ]);
    expect(found.map(({ name }) => stampOf(name))).toEqual(['k1_a', 'k2_b']);
    for (const { done } of found) done();
    expect(refugeJobs(places)).toEqual([]);
    // The folders go with their last job.
    expect([...readdirSync(places.pluginData), ...readdirSync(places.temporary)]).toEqual([]);
  });

  it('gives back to a state folder what fled from that one, and leaves the rest', () => {
    const places = parents();
    const another = { ...places, stateFolder: '/home/mara/another' };
    takeRefuge(places, jobFor(), 'k1');
    takeRefuge({ ...another, pluginData: undefined }, jobFor(), 'k2');
    takeRefuge(another, jobFor(), 'k3');
    expect(refugeJobs(places).map(({ stamp }) => stamp)).toEqual(['k1']);
    expect(refugeJobs(another).map(({ stamp }) => stamp)).toEqual(['k3', 'k2']);
  });

  it('is a new private folder with a name of its own each time, where it is in the temporary folder', () => {
    const places = { ...parents(), pluginData: undefined };
    for (const stamp of ['k1', 'k2']) expect(takeRefuge(places, jobFor(), stamp)).toBe(true);
    const made = readdirSync(places.temporary);
    expect(made).toHaveLength(2);
    for (const name of made) expect(statSync(join(places.temporary, name)).mode & 0o077).toBe(0);
  });

  it('is refused where there is no place for it at all', () => {
    const nowhere = join(temporaryFolder(), 'not-there');
    expect(takeRefuge({ ...parents(), pluginData: undefined, temporary: nowhere }, jobFor(), 'k1')).toBe(false);
    expect(refugeJobs({ ...parents(), pluginData: nowhere, temporary: nowhere })).toEqual([]);
  });

  it('falls back to the temporary folder where the plugin’s own cannot be written', () => {
    const places = { ...parents(), pluginData: join(temporaryFolder(), 'a file in its place') };
    writeFileSync(places.pluginData, '');
    expect(takeRefuge(places, jobFor(), 'k1')).toBe(true);
    expect(readdirSync(places.temporary)).toHaveLength(1);
    expect(refugeJobs(places).map(({ stamp }) => stamp)).toEqual(['k1']);
  });

  it('keeps what cannot be read', () => {
    const places = { ...parents(), pluginData: undefined };
    takeRefuge(places, jobFor(), 'k1');
    const folder = new StateFolder(only(places.temporary));
    put(folder);
    const found = refugeJobs(places);
    expect(found.map(({ job }) => job.sessionId)).toEqual(['s1']);
    for (const { done } of found) done();
    expectUntouched(folder);
  });

  it.runIf(process.getuid !== undefined)('that is not private is not touched: neither read nor made private', () => {
    const places = parents();
    takeRefuge(places, jobFor(), 'k1');
    takeRefuge({ ...places, pluginData: undefined }, jobFor(), 'k2');
    const open = [only(places.pluginData), only(places.temporary)];
    for (const folder of open) chmodSync(folder, 0o755);
    expect(refugeJobs(places)).toEqual([]);
    for (const folder of open) {
      expect(statSync(folder).mode & 0o777).toBe(0o755);
      expect(readdirSync(join(folder, 'jobs'))).toHaveLength(1);
    }
  });

  it.runIf(process.getuid !== undefined)('is not found through a link, and no other folder is looked into', () => {
    const places = { ...parents(), pluginData: undefined };
    const elsewhere = temporaryFolder();
    new Jobs(new StateFolder(elsewhere)).record(jobFor(), 'k1');
    takeRefuge(places, jobFor(), 'k2');
    const prefix = only(places.temporary).slice(0, -1);
    for (const { done } of refugeJobs(places)) done();
    symlinkSync(elsewhere, `${prefix}1`);
    writeFileSync(`${prefix}2`, 'not a folder');
    mkdirSync(join(places.temporary, 'something-else'), { mode: 0o755 });
    expect(refugeJobs(places)).toEqual([]);
    expect(statSync(join(places.temporary, 'something-else')).mode & 0o777).toBe(0o755);
  });
});
