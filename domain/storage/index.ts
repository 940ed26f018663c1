export * from './codes.ts';
export * from './early.ts';
export * from './interest.ts';
export * from './plan.ts';
