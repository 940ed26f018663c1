export { exportResults } from './exportResults.ts';
export { exportTax } from './exportTax.ts';
export { tradeChart } from './tradeChart.ts';
