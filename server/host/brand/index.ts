export type { Brand } from './brand.ts';
export { openBrand, withBrand } from './brand.ts';
export { dressOf } from './dress.ts';
