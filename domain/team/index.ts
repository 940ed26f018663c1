export * from './rewards.ts';
export * from './rules.ts';
export * from './codes.ts';
