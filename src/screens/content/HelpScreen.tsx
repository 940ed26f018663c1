import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { HelpCategory } from '../../../domain/index.ts';
import { helpCategories } from '../../../domain/index.ts';
import type { HelpFrame, HelpView } from '../../../workers/api.ts';
import { useHelpCategories } from '../../i18n/content.ts';
import { useContent } from '../../state/useContent.ts';
import { useStoredState } from '../../state/useStoredState.ts';
import { look } from '../../ui/look.ts';
import { Notice } from '../../ui/Notice.tsx';
import { changed } from '../../ui/records/period.ts';
import { Screen } from '../../ui/Screen.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { AskUs } from './AskUs.tsx';
import styles from './Help.module.css';
import { ReadMarks, Waiting } from './ReadMarks.tsx';

type Lines = NonNullable<HelpFrame['lines']>;

const MOST_CHARACTERS = 80;
const SUBJECT = 'subject';

/** Answers as one types, or by subject; and the way to support for those who find none. */
export default function HelpScreen() {
  const { t } = useTranslation(['content', 'app']);
  const [{ query }, change] = useStoredState('help', { query: '' });
  const [frame, again] = useContent(useMemo<HelpView>(() => ({ kind: 'help', query, turn: 0 }), [query]));
  return (
    <Screen title={t('app:title.helpCenter')} up="/mine">
      <SearchField
        label={t('help.search')}
        placeholder={t('help.placeholder')}
        value={query}
        isBrowsed
        most={MOST_CHARACTERS}
        onType={(text) => change({ query: text })}
      />
      <ReadMarks age={frame?.age} isEnglish={frame?.isEnglish} />
      <div className={look('column')}>
        {frame?.lines ? (
          <Answers lines={frame.lines} query={frame.query.trim()} />
        ) : (
          <Waiting failed={frame?.failed} onRetry={again} />
        )}
        <AskUs title={t('help.more')} />
      </div>
    </Screen>
  );
}

function Answers({ lines, query }: { readonly lines: Lines; readonly query: string }) {
  const { t } = useTranslation('content');
  return (
    <>
      <p className="visually-hidden" role="status">
        {query === '' ? '' : t('help.found', { number: lines.length })}
      </p>
      {query === '' ? <BySubject lines={lines} /> : <Found lines={lines} query={query} />}
    </>
  );
}

function Found({ lines, query }: { readonly lines: Lines; readonly query: string }) {
  const { t } = useTranslation('content');
  if (lines.length === 0) return <Notice title={t('help.none')} text={t('help.noneText', { text: query })} />;
  return <List lines={lines} />;
}

function BySubject({ lines }: { readonly lines: Lines }) {
  const { t } = useTranslation('content');
  const names = useHelpCategories();
  const [params, setParams] = useSearchParams();
  const subjects = helpCategories.filter((each) => lines.some(({ category }) => category === each));
  const chosen = subjects.find((each) => each === params.get(SUBJECT));
  if (lines.length === 0) return <Notice title={t('help.empty')} />;
  return (
    <>
      <div className={look('inset', styles['subjects'])}>
        <Tabs
          label={t('help.subjects')}
          look="chips"
          selected={chosen ?? 'all'}
          onSelect={(id) => setParams(changed(params, SUBJECT, id === 'all' ? '' : id), { replace: true })}
          tabs={[{ id: 'all', text: t('help.all') }, ...subjects.map((id) => ({ id, text: names[id] }))]}
        />
      </div>
      {(chosen ? [chosen] : subjects).map((subject) => (
        <Subject key={subject} name={names[subject]} subject={subject} lines={lines} />
      ))}
    </>
  );
}

interface SubjectProps {
  readonly name: string;
  readonly subject: HelpCategory;
  readonly lines: Lines;
}

function Subject({ name, subject, lines }: SubjectProps) {
  return (
    <section>
      <h2 className={look('faint light', styles['subject'])}>{name}</h2>
      <List lines={lines.filter(({ category }) => category === subject)} />
    </section>
  );
}

function List({ lines }: { readonly lines: Lines }) {
  return (
    <ul className={look('divided')}>
      {lines.map(({ id, title, summary }) => (
        <li key={id}>
          <Link className={look('grid tight high3 breaks')} to={`/mine/helpCenter/${id}`}>
            <b>{title}</b>
            <span className={look('quiet')}>{summary}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
