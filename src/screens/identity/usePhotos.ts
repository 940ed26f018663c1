import type { PhotoKind } from '../../../domain/index.ts';
import type { Upload } from '../../ui/upload/useUpload.ts';
import { useUpload } from '../../ui/upload/useUpload.ts';
import type { Identity } from './IdentityGate.tsx';

/** The three photos of level 2. The exchange keeps what has arrived, so that a reload or another device goes on. */
export function usePhotos({ photos }: Identity): Readonly<Record<PhotoKind, Upload>> {
  return {
    front: useUpload({ kind: 'front', id: photos.front?.id }),
    back: useUpload({ kind: 'back', id: photos.back?.id }),
    holding: useUpload({ kind: 'holding', id: photos.holding?.id }),
  };
}

/** The id of a photo that has arrived; undefined before. */
export const arrivedId = ({ state }: Upload): string | undefined =>
  state.step === 'sent' ? state.id : undefined;
