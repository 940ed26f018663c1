import { PLOT_COLOURS } from '../../../domain/index.ts';
import styles from './plotColours.module.css';

/** Where the tokens of the palette are known. */
export const plotColours = styles['palette'];

/** Tokens of the colours that lines of indicators may have. */
export const plotTokens: readonly string[] = Array.from({ length: PLOT_COLOURS }, (_, i) => `--plot-${i}`);

/** The colour of a line's name and of what chooses it. @param colour its place in the palette; absent: as words are. */
export const plotStyle = (colour: number | undefined) =>
  colour === undefined ? undefined : { color: `var(--plot-${colour})` };
