export * from './codes.ts';
export * from './rules.ts';
