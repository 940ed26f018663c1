export * from './rewards.ts';
export * from './words.ts';
