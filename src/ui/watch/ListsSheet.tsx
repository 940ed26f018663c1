import { ChevronUp, Pencil, Trash2 } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import {
  FAVOURITES_MOST,
  WATCH_LIST_MARKETS_MOST,
  WATCH_LIST_NAME_MOST,
  WATCH_LISTS_MOST,
} from '../../../domain/index.ts';
import { favourites, toggleFavourite } from '../../state/favourites.ts';
import { showToast } from '../../state/toasts.ts';
import type { NameFault } from '../../state/watchLists.ts';
import {
  createWatchList,
  deleteWatchList,
  moveWatchList,
  renameWatchList,
  toggleInWatchList,
  watchLists,
} from '../../state/watchLists.ts';
import { Button, IconButton } from '../Button.tsx';
import { Sheet } from '../dialog/Sheet.tsx';
import { Check } from '../form/Check.tsx';
import { LabelledInput } from '../form/Field.tsx';
import { look } from '../look.ts';

interface ListsSheetProps {
  /** Its lists are chosen; absent: the lists themselves are changed. */
  readonly market?: { readonly id: string; readonly name: string } | undefined;
  readonly onClose: () => void;
}

/** Watch lists: which of them a market is in, and what lists there are. */
export default function ListsSheet({ market, onClose }: ListsSheetProps) {
  const { t } = useTranslation('detail');
  const [isEdited, setEdited] = useState(!market);
  const { all } = useSnapshot(watchLists);
  return (
    <Sheet
      title={market ? t('lists.of', { name: market.name }) : t('lists.title')}
      onClose={onClose}
      {...(market && all.length > 0
        ? {
            footer: (
              <Button isWide onClick={() => setEdited(!isEdited)}>
                {isEdited ? t('lists.done') : t('lists.edit')}
              </Button>
            ),
          }
        : {})}
    >
      <div className={look('stack3 lone')}>
        {market && !isEdited ? <Chosen market={market.id} /> : <Edited />}
        {all.length < WATCH_LISTS_MOST ? (
          <NewList market={market?.id} />
        ) : (
          <p className={look('quiet')}>{t('lists.full', { shown: WATCH_LISTS_MOST })}</p>
        )}
      </div>
    </Sheet>
  );
}

/** The lists that a market is in: ticked, and changed at each tap. */
function Chosen({ market }: { readonly market: string }) {
  const { t } = useTranslation(['detail', 'market']);
  const { all } = useSnapshot(watchLists);
  const { ids } = useSnapshot(favourites);
  const [full, setFull] = useState<string>();
  const say = (isDone: boolean, words: string) => setFull(isDone ? undefined : words);
  return (
    <div>
      <Check
        isOn={ids.includes(market)}
        onChange={() => say(toggleFavourite(market), t('market:favorites.full', { shown: FAVOURITES_MOST }))}
      >
        {t('market:tabs.favorites')}
      </Check>
      {all.map((list) => (
        <Check
          key={list.id}
          isOn={list.ids.includes(market)}
          onChange={() =>
            say(toggleInWatchList(list.id, market), t('lists.listFull', { shown: WATCH_LIST_MARKETS_MOST }))
          }
        >
          <span className={look('breaks')}>{list.name}</span>{' '}
          <small className={look('tiny')}>
            {t('lists.count', { count: list.ids.length, shown: list.ids.length })}
          </small>
        </Check>
      ))}
      {full === undefined ? null : (
        <p className={look('failed')} role="alert">
          {full}
        </p>
      )}
    </div>
  );
}

/** The lists in their order, to rename, move and delete. */
function Edited() {
  const { t } = useTranslation(['detail', 'trade']);
  const { all } = useSnapshot(watchLists);
  const [renamed, setRenamed] = useState<string>();
  const remove = (id: string, name: string) => {
    const undo = deleteWatchList(id);
    showToast({
      id: 'list',
      tone: 'plain',
      title: t('lists.removed'),
      text: name,
      action: { text: t('trade:done.undo'), run: undo },
    });
  };
  if (all.length === 0) return null;
  return (
    <ul>
      {all.map(({ id, name, ids }, place) => (
        <li key={id}>
          <div className={look('flex middle tall under')}>
            <p className={look('grows breaks')}>
              {name}{' '}
              <small className={look('tiny')}>
                {t('lists.count', { count: ids.length, shown: ids.length })}
              </small>
            </p>
            {place > 0 ? (
              <Tool label={t('lists.up', { name })} onClick={() => moveWatchList(id, -1)}>
                <ChevronUp size={20} aria-hidden="true" />
              </Tool>
            ) : null}
            <Tool
              label={t('lists.rename', { name })}
              isOpen={renamed === id}
              onClick={() => setRenamed(renamed === id ? undefined : id)}
            >
              <Pencil size={18} aria-hidden="true" />
            </Tool>
            <Tool label={t('lists.remove', { name })} onClick={() => remove(id, name)}>
              <Trash2 size={18} aria-hidden="true" />
            </Tool>
          </div>
          {renamed === id ? (
            <NameForm
              label={t('lists.name')}
              action={t('lists.done')}
              value={name}
              send={(text) => renameWatchList(id, text)}
              onSent={() => setRenamed(undefined)}
            />
          ) : null}
        </li>
      ))}
    </ul>
  );
}

interface ToolProps {
  readonly label: string;
  readonly isOpen?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

function Tool({ label, isOpen, onClick, children }: ToolProps) {
  return (
    <IconButton look="faint" label={label} aria-expanded={isOpen} onClick={onClick}>
      {children}
    </IconButton>
  );
}

/** A list that is created has the market in it for which the sheet was opened. */
function NewList({ market }: { readonly market: string | undefined }) {
  const { t } = useTranslation('detail');
  return (
    <NameForm
      label={t('lists.new')}
      action={t('lists.create')}
      value=""
      send={(name) => createWatchList(name, market === undefined ? [] : [market])}
      onSent={() => undefined}
    />
  );
}

interface NameFormProps {
  readonly label: string;
  readonly action: string;
  readonly value: string;
  readonly send: (name: string) => NameFault | undefined;
  readonly onSent: () => void;
}

function NameForm({ label, action, value, send, onSent }: NameFormProps) {
  const { t } = useTranslation('detail');
  const [text, setText] = useState(value);
  const [fault, setFault] = useState<NameFault>();
  const faults = { empty: t('lists.empty'), taken: t('lists.taken') };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const now = send(text);
    setFault(now);
    if (now) return;
    setText(value);
    onSent();
  };
  return (
    <form noValidate onSubmit={submit}>
      <LabelledInput
        label={label}
        value={text}
        maxLength={2 * WATCH_LIST_NAME_MOST}
        error={fault && faults[fault]}
        onChange={({ target }) => {
          setText(target.value);
          setFault(undefined);
        }}
        after={
          <Button type="submit" look="link" size="s">
            {action}
          </Button>
        }
      />
    </form>
  );
}
