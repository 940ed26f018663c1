import type { ReactNode, RefObject } from 'react';
import { look } from '../look.ts';
import styles from './CameraBox.module.css';
import type { CameraState } from './camera.ts';

interface CameraBoxProps {
  readonly video: RefObject<HTMLVideoElement | null>;
  /** What the picture is, for those who do not see it. */
  readonly label: string;
  readonly state: CameraState;
  /** What to do, or why there is no picture; absent: nothing is to be said. */
  readonly words: string | undefined;
  /** How wide and high it is. */
  readonly className: string | undefined;
  /** Over the picture. */
  readonly children?: ReactNode;
  readonly [data: `data-${string}`]: string;
}

/** What the camera sees, in a frame, and words over it. */
export function CameraBox({ video, label, state, words, className, children, ...data }: CameraBoxProps) {
  return (
    <div className={look('box grid mids relative', styles['camera'], className)} data-state={state} {...data}>
      {/* A live picture has no sound, and nothing to caption. */}
      <video ref={video} muted playsInline aria-label={label} />
      {children}
      {words === undefined ? null : (
        <p className={look('text mid relative')} role="status">
          {words}
        </p>
      )}
    </div>
  );
}
