export * from './rules.ts';
export * from './codes.ts';
