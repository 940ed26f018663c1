import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { inputsIn, readCase, readCaseFile } from '../cases/caseFile.ts';
import { checkCase } from '../cases/check.ts';
import { ops } from '../cases/ops.ts';
import { runFiles } from '../cases/run.ts';

const folder = join(import.meta.dirname, '../cases');
const files = readdirSync(folder).filter((file) => file.endsWith('.json'));
const casesOf = (file: string) => readCaseFile(readFileSync(join(folder, file), 'utf8')).map(readCase);

describe.each(files)('%s', (file) => {
  it.each(casesOf(file))('$id', (each) => {
    expect(checkCase(each, each.id)).toBeUndefined();
  });
});

it('has a case for every op', () => {
  const named = new Set(files.flatMap(casesOf).map(({ op }) => op));
  expect([...named].sort()).toEqual(Object.keys(ops).sort());
});

describe('a case that is not met', () => {
  const met = {
    id: 'fee.quote#1',
    op: 'fee.quote',
    source: { kind: 'ours', where: 'by hand' },
    inputs: { qty: '2', price: '10', rate: '0.001' },
    expected: { fee: '0.02' },
    tolerance: '0',
  };
  it('is named with what was expected and got', () => {
    expect(checkCase(met, 'case 1')).toBeUndefined();
    expect(checkCase({ ...met, expected: { fee: '0.03' } }, 'case 1')).toMatchObject({
      id: 'fee.quote#1',
      inputs: met.inputs,
      expected: { fee: '0.03' },
      got: { fee: '0.02' },
      why: 'fee is 0.02, not 0.03',
    });
  });
  it.each<[string, object]>([
    ['an op without a rule', { op: 'fee.none' }],
    ['the name of a built-in', { op: 'constructor' }],
    ['an input that is no decimal', { inputs: { ...met.inputs, qty: 'NaN' } }],
    ['an input that is a number', { inputs: { ...met.inputs, qty: 2 } }],
    ['an input that is missing', { inputs: { qty: '2' } }],
    ['a field that the rule does not yield', { expected: { fee: '0.02', asset: 'USDT' } }],
    ['an odd tolerance', { tolerance: 'some' }],
    ['a text where a number is due', { expected: { fee: 'free' } }],
    ['no expectation', { expected: undefined }],
    ['an empty expectation', { expected: {} }],
    ['a difference above the tolerance', { expected: { fee: '0.0201' }, tolerance: '0.00009' }],
    [
      'a refusal of the rule',
      { op: 'position.fills', inputs: { fills: [{ side: 'buy', qty: '0', price: '1' }] } },
    ],
  ])('with %s', (_, change) => {
    expect(checkCase({ ...met, ...change }, 'case 1')).toBeDefined();
  });
  it('makes the run fail, as does a file that is none', () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    expect(runFiles([join(folder, 'fees.json')])).toBe(true);
    expect(runFiles([join(folder, 'fees.json'), join(folder, 'ops.ts')])).toBe(false);
    expect(runFiles([join(folder, 'absent.json')])).toBe(false);
    expect(log.mock.calls.flat().join('\n')).toContain('7 met, 1 missed');
    log.mockRestore();
  });
});

it('tells a file of inputs for the exchange from one of cases, and from one of neither', () => {
  const input = {
    id: 'amount-01',
    kind: 'http',
    area: 'amount',
    target: 'MONEY.*',
    payload: { amount: '-1' },
  };
  expect(inputsIn(JSON.stringify([input, input]))).toBe(2);
  expect(inputsIn(readFileSync(join(folder, 'fees.json'), 'utf8'))).toBeUndefined();
  for (const other of [[], [{}], {}, [input, 1]]) expect(inputsIn(JSON.stringify(other))).toBeUndefined();
});
