import { Download, Share2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../Button.tsx';
import { look } from '../look.ts';
import { savePicture, sharePicture } from '../picture.ts';
import styles from './Picture.module.css';

interface PictureProps<Lines> {
  /** What stands on it; another content redraws it. */
  readonly lines: Lines;
  readonly draw: (canvas: HTMLCanvasElement, lines: Lines) => void;
  readonly height: number;
  /** What it shows, for who does not see it. */
  readonly label: string;
  /** Of the file, without its ending. */
  readonly name: string;
  /** What is handed on with it. */
  readonly words?: Pick<ShareData, 'text' | 'url'>;
}

/** Pixels; the height is the card's own. */
const WIDTH = 720;

/** A card to save or to hand to another app. */
export function Picture<Lines extends object>(props: PictureProps<Lines>) {
  const { draw, height, label, name, words } = props;
  const { t } = useTranslation('app');
  const canvas = useRef<HTMLCanvasElement>(null);
  const lines = JSON.stringify(props.lines);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, JSON.parse(lines) as Lines);
  }, [draw, lines]);
  const file = `${name}.png`;
  return (
    <figure className={styles['picture']}>
      <canvas
        className={look('block wide round3')}
        ref={canvas}
        width={WIDTH}
        height={height}
        role="img"
        aria-label={label}
      />
      <figcaption className={look('stack halves top2')}>
        <Button look="soft" onClick={() => canvas.current && void savePicture(canvas.current, file)}>
          <Download size={18} aria-hidden="true" /> {t('picture.save')}
        </Button>
        <Button look="soft" onClick={() => canvas.current && void sharePicture(canvas.current, file, words)}>
          <Share2 size={18} aria-hidden="true" /> {t('picture.send')}
        </Button>
      </figcaption>
    </figure>
  );
}
