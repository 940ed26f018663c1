import { useTranslation } from 'react-i18next';
import { contentRefusal, MOST_PICTURES, MOST_TEXT, normalContent } from '../../../domain/index.ts';
import { useRefusalWords } from '../../i18n/refusals.ts';
import { TextField } from '../../ui/form/Field.tsx';
import { Pictures } from '../../ui/upload/Pictures.tsx';
import type { Writing } from './useWriting.ts';

interface MessageFieldsProps {
  readonly label: string;
  readonly writing: Writing;
}

/** The count shows once fewer letters than this are left. */
const NEAR_END = 500;

/** A text and the pictures that go with it. */
export function MessageFields({
  label,
  writing: { form, kept, takePictures, sentPictures },
}: MessageFieldsProps) {
  const { t } = useTranslation('support');
  const { ofCode } = useRefusalWords();
  const left = MOST_TEXT - [...normalContent(form.watch('content') ?? '')].length;
  return (
    <>
      <TextField
        name="content"
        label={label}
        rows={4}
        hint={left < NEAR_END ? t('left', { count: left }) : undefined}
        rules={{ validate: (text) => ofCode(contentRefusal(text)) }}
      />
      <Pictures
        label={t('pictures', { most: MOST_PICTURES })}
        most={MOST_PICTURES}
        kept={kept}
        sent={sentPictures}
        onChange={takePictures}
      />
    </>
  );
}
