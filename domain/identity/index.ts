export * from './codes.ts';
export * from './rules.ts';
export * from './samples.ts';
