import { PLOT_COLOURS } from '../../../domain/index.ts';
import styles from './plotColours.module.css';

/** Where the tokens of the palette are known. */
export const plotColours = styles['palette'];

/** Tokens of the colours that lines of indicators may have. */
export const plotTokens: readonly string[] = Array.from({ length: PLOT_COLOURS }, (_, i) => `--plot-${i}`);
