import type { Calls, ResponseOf } from '../../domain/contract/index.ts';
import styles from './ContentImage.module.css';
import { look } from './look.ts';

interface ContentImageProps {
  readonly content: ResponseOf<Calls['support.picture']>;
  readonly label: string;
}

/** A picture of the user's own, as the exchange gave it; it takes its room before it is drawn. */
export function ContentImage({ content: { type, content, width, height }, label }: ContentImageProps) {
  return (
    <img
      className={look('box block', styles['image'])}
      src={`data:${type};base64,${content}`}
      width={width}
      height={height}
      alt={label}
    />
  );
}
