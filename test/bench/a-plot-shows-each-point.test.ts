import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisOf, COLOURS, type Curve, plotOf } from './parts.ts';

const curve: Curve = {
  title: 'A <transcript> & more',
  x: 'MB',
  steps: ['1', '16', '600'],
  series: [
    { name: 'capture', ms: [120, 180, 900], mb: [60, 70, 71] },
    { name: 'parse', ms: [60, 300, 5200] },
  ],
};
const count = (text: string, what: RegExp) => [...text.matchAll(what)].length;

describe('a plot', () => {
  it('has a line for each series and a dot for each point, of time and of memory', () => {
    const svg = plotOf(curve);
    expect(count(svg, /<polyline/g)).toBe(3);
    expect(count(svg, /<circle/g)).toBe(9);
    for (const label of ['time, ms (logarithmic)', 'peak memory, MB', 'capture', 'parse']) expect(svg).toContain(label);
  });

  it('leaves out a point that was not measured', () => {
    expect(count(plotOf({ ...curve, series: [{ name: 'one', ms: [1, undefined, 3] }] }), /<circle/g)).toBe(2);
  });

  it('is one well-formed document that holds nothing from elsewhere', () => {
    const svg = plotOf(curve);
    expect(svg).toContain('A &lt;transcript&gt; &amp; more');
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
    expect(svg).not.toMatch(/<script|<style|href|url\(/);
    expect(count(svg, /<text/g)).toBe(count(svg, /<\/text>/g));
    expect([count(svg, /<svg/g), count(svg, /<\/svg>/g)]).toEqual([1, 1]);
  });

  it('keeps every point within its panel', () => {
    const values = fc.array(fc.double({ min: 0.01, max: 1e6, noNaN: true }), { minLength: 2, maxLength: 8 });
    fc.assert(
      fc.property(values, (ms) => {
        const svg = plotOf({ title: 't', x: 'x', steps: ms.map(String), series: [{ name: 's', ms }] });
        const [, height = '0'] = /viewBox="0 0 \d+ (\d+)"/.exec(svg) ?? [];
        for (const [, y = ''] of svg.matchAll(/cy="([^"]+)"/g)) {
          expect(Number(y)).toBeGreaterThanOrEqual(44);
          expect(Number(y)).toBeLessThan(Number(height));
        }
      }),
    );
  });

  it('can be read on white and on black', () => {
    const series = COLOURS.series.map((colour) => [colour, 3] as const);
    for (const [colour, least] of [[COLOURS.text, 3.8] as const, ...series]) {
      expect(contrast(colour, '#ffffff')).toBeGreaterThan(least);
      expect(contrast(colour, '#0d1117')).toBeGreaterThan(least);
    }
  });
});

describe('an axis', () => {
  it('begins at nothing, unless the values lie far apart', () => {
    expect(axisOf([40, 100]).ticks).toEqual([0, 20, 40, 60, 80, 100]);
    expect(axisOf([40, 100]).isLogarithmic).toBe(false);
    expect(axisOf([4, 300]).ticks).toEqual([1, 10, 100, 1000]);
    expect(axisOf([4, 300]).isLogarithmic).toBe(true);
    expect(axisOf([0.1, 0.3]).ticks).toEqual([0, 0.1, 0.2, 0.3]);
  });

  it('places each of its values between its ends, the larger the higher', () => {
    const values = fc.array(fc.double({ min: 0.001, max: 1e9, noNaN: true }), { minLength: 1 });
    fc.assert(
      fc.property(values, (list) => {
        const axis = axisOf(list);
        const places = [...list].sort((a, b) => a - b).map((value) => axis.position(value));
        for (const place of places) {
          expect(place).toBeGreaterThanOrEqual(-1e-9);
          expect(place).toBeLessThanOrEqual(1 + 1e-9);
        }
        expect([...places].sort((a, b) => a - b)).toEqual(places);
      }),
    );
  });
});

/** As WCAG 2 has it. */
function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
