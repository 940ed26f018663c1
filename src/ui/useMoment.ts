import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Formats moments (ms UTC) in the reader's language and the device's time zone. */
export function useMoment(): (moment: number) => string {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.language, {
      dateStyle: 'medium',
      timeStyle: 'short',
      hourCycle: 'h23',
    });
    return (moment) => format.format(moment);
  }, [i18n.language]);
}
