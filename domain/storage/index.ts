export * from './early.ts';
export * from './interest.ts';
export * from './plan.ts';
export * from './codes.ts';
