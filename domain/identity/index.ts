export * from './rules.ts';
export * from './samples.ts';
export * from './codes.ts';
