export * from './codes.ts';
export * from './rewards.ts';
export * from './rules.ts';
