/** The pure parts of the benchmark (`scripts/bench`) with types, for the tests that run them. */
import { join } from 'node:path';

const folder = join(import.meta.dirname, '..', '..', 'scripts', 'bench');
const part = async <T>(name: string): Promise<T> => (await import(join(folder, name))) as T;

export interface Summary {
  readonly median: number;
  readonly least: number;
  readonly most: number;
  readonly count: number;
  readonly spread: number;
}

export interface Row {
  readonly name: string;
  readonly what: string;
  readonly beside?: string;
  readonly unit?: string;
  readonly goals?: { readonly ratio?: number; readonly ms?: number; readonly mb?: number };
  readonly ours?: Summary;
  readonly other?: Summary;
  readonly ratio?: Summary;
  readonly memory?: Summary;
  readonly told?: string;
  readonly notMeasured?: string;
}

export interface Curve {
  readonly title: string;
  readonly x: string;
  readonly steps: readonly string[];
  readonly series: readonly {
    readonly name: string;
    readonly ms: readonly (number | undefined)[];
    readonly mb?: readonly number[];
  }[];
}

export const { median, summary, ratios } = await part<{
  median(numbers: readonly number[]): number;
  summary(numbers: readonly number[]): Summary;
  ratios(ours: readonly number[], beside: readonly number[]): number[];
}>('statistics.mjs');

export const { verdictOf, failedRows } = await part<{
  verdictOf(row: Row): string;
  failedRows(rows: readonly Row[]): Row[];
}>('goals.mjs');

export const { tableOf } = await part<{ tableOf(rows: readonly Row[]): string }>('table.mjs');

export const { axisOf } = await part<{
  axisOf(values: readonly (number | undefined)[]): {
    readonly isLogarithmic: boolean;
    readonly ticks: readonly number[];
    position(value: number): number;
  };
}>('axis.mjs');

export const { plotOf, COLOURS } = await part<{
  plotOf(curve: Curve): string;
  readonly COLOURS: { readonly text: string; readonly grid: string; readonly series: readonly string[] };
}>('plot.mjs');

export const { samples } = await part<{
  samples(
    takes: { readonly ours: () => unknown; readonly other?: () => unknown },
    rounds: number,
  ): Promise<{ readonly ours: readonly unknown[]; readonly other: readonly unknown[] }>;
}>('measure.mjs');
