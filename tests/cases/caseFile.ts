import * as v from 'valibot';

/** One case: what a rule gets, and what an exchange's answer, a project's test or a document says it yields. */
const Case = v.object({
  id: v.string(),
  op: v.string(),
  source: v.object({ kind: v.string(), where: v.string() }),
  inputs: v.record(v.string(), v.unknown()),
  expected: v.record(v.string(), v.unknown()),
  /** Largest difference of each number, or `exact` for texts that must be the same. */
  tolerance: v.string(),
  note: v.optional(v.string()),
});
export type Case = v.InferOutput<typeof Case>;

const CaseFile = v.object({ family: v.string(), cases: v.array(v.unknown()) });
/** Inputs that the exchange must survive: they are sent to it, and name no rule. */
const InputFile = v.pipe(
  v.array(v.object({ id: v.string(), kind: v.string(), target: v.string(), payload: v.unknown() })),
  v.minLength(1),
);

/** @throws {TypeError} when it is no file of cases. */
export function readCaseFile(text: string): readonly unknown[] {
  const file = v.safeParse(CaseFile, JSON.parse(text));
  if (!file.success) throw new TypeError('not a file of { family, cases }');
  return file.output.cases;
}

/** How many inputs for the exchange a file holds; undefined when it is no such file. */
export function inputsIn(text: string): number | undefined {
  const file = v.safeParse(InputFile, JSON.parse(text));
  return file.success ? file.output.length : undefined;
}

/** @throws {TypeError} when a case has not the fields that it needs. */
export function readCase(raw: unknown): Case {
  const read = v.safeParse(Case, raw);
  if (!read.success) throw new TypeError(`not a case: ${v.summarize(read.issues)}`);
  return read.output;
}
