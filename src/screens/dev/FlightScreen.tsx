import type { ChangeEvent } from 'react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlightFrame } from '../../../workers/api.ts';
import { venueSlug } from '../../state/brand.ts';
import { client } from '../../state/client.ts';
import { useView } from '../../state/useView.ts';
import { Button, buttonLook } from '../../ui/Button.tsx';
import { Chips } from '../../ui/Chip.tsx';
import { look } from '../../ui/look.ts';
import { download } from '../../ui/records/download.ts';
import { Screen } from '../../ui/Screen.tsx';
import styles from './FlightScreen.module.css';

const SPEEDS = [0, 1, 2, 5, 10] as const;

/** The last minutes of prices and taps: to be saved as a file, and a saved file played again, marked as such. */
export default function FlightScreen() {
  const { t } = useTranslation(['settings', 'app']);
  const [note, setNote] = useState('');
  const [turn, setTurn] = useState(0);
  const save = async () => {
    const saved = await client.ask('flight', { do: 'save' });
    const text = saved.ok ? saved.data : '';
    setNote(text === '' ? t('flight.empty') : '');
    if (text !== '') download(text, `${venueSlug()}-flight-${Date.now()}.txt`, 'text/plain');
  };
  const load = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    const loaded = await client.ask('flight', { do: 'load', text: await file.text() });
    const length = loaded.ok ? loaded.data : '';
    target.value = '';
    setNote(length === '' ? t('flight.unreadable') : t('flight.loaded', { length }));
    setTurn(length === '' ? 0 : turn + 1);
  };
  return (
    <Screen title={t('app:title.flight')}>
      <div className={look('page')}>
        <p>{t('flight.text')}</p>
        <Button onClick={() => void save()}>{t('flight.save')}</Button>
        <label {...buttonLook({})}>
          {t('flight.open')}
          <input
            className="visually-hidden"
            type="file"
            accept=".txt,text/plain"
            onChange={(event) => void load(event)}
          />
        </label>
        <p role="status">{note}</p>
        {turn === 0 ? null : <Replay key={turn} />}
      </div>
    </Screen>
  );
}

/** What stood then; nothing here is of now. */
function Replay() {
  const { t } = useTranslation('settings');
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>(1);
  const [frame, setFrame] = useState<FlightFrame>();
  useView(
    useMemo(() => ({ kind: 'flight' as const, speed }), [speed]),
    setFrame,
  );
  if (!frame) return null;
  const { clock, progress, prices, book, tap } = frame;
  return (
    <section className={look('stack3 pad3 round3', styles['replay'])} aria-label={t('flight.replay')}>
      <p className={look('warned pad3 mid strong round2')}>{t('flight.mark')}</p>
      <p>{clock}</p>
      <Chips
        label={t('flight.replay')}
        options={SPEEDS.map((id) => ({ id, text: id === 0 ? t('flight.pause') : `${id}×` }))}
        selected={speed}
        onSelect={setSpeed}
      />
      <progress max={1_000} value={progress} aria-label={t('flight.replay')} />
      {tap ? <p>{t('flight.tap', { path: tap.path, x: tap.x / 10, y: tap.y / 10 })}</p> : null}
      {book ? (
        <table>
          <caption>{book.id}</caption>
          <tbody>
            {book.bids.map((bid, i) => (
              <tr key={bid.price}>
                <td>{bid.quantity}</td>
                <td data-direction="up">{bid.price}</td>
                <td data-direction="down">{book.asks[i]?.price}</td>
                <td>{book.asks[i]?.quantity}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
      <ul className={look('stack1')}>
        {prices.map(({ id, price }) => (
          <li className={look('flex spread')} key={id}>
            <span>{id}</span>
            <b>{price}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}
