import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { DEFAULT_LANGUAGE, languageTag } from '../../../domain/index.ts';
import type { ArticleFrame, ArticleView } from '../../../workers/api.ts';
import { useTitle } from '../../app/titles.ts';
import { useContent } from '../../state/useContent.ts';
import { look } from '../../ui/look.ts';
import { Prose } from '../../ui/Prose.tsx';
import { Screen } from '../../ui/Screen.tsx';
import styles from './content.module.css';
import { ReadMarks, Waiting } from './ReadMarks.tsx';

interface ArticleProps extends Pick<ArticleView, 'of' | 'id'> {
  /** Of the screen, until the article's own is there. */
  readonly title: string;
  /** Where back leads when there is no way back, and what that is called. */
  readonly up: string;
  readonly upTitle: string;
  /** What stands below the text. */
  readonly below?: ReactNode;
}

/** A help article, a notice or a document on a screen of its own. */
export function Article({ of, id, title, up, upTitle, below }: ArticleProps) {
  const [frame, again] = useContent(
    useMemo<ArticleView>(() => ({ kind: 'article', of, id, turn: 0 }), [of, id]),
  );
  const article = frame?.article;
  useTitle(article?.title ?? title);
  return (
    <Screen title={title} up={up} isRead>
      {article ? (
        <article className={styles['article']}>
          <Head article={article} />
          <ReadMarks age={frame?.age} isEnglish={article.isEnglish} />
          <Prose
            body={article.body}
            language={article.isEnglish ? languageTag(DEFAULT_LANGUAGE) : undefined}
          />
          {below}
        </article>
      ) : (
        <Waiting failed={frame?.failed} onRetry={again} way={{ to: up, text: upTitle }} />
      )}
    </Screen>
  );
}

function Head({ article }: { readonly article: NonNullable<ArticleFrame['article']> }) {
  const { t } = useTranslation('content');
  return (
    <header className={styles['head']}>
      <h2 className={look('title breaks')}>{article.title}</h2>
      <p className={look('top2 text')}>{article.summary}</p>
      <small className={look('block top2')}>
        {article.updated === ''
          ? t('published', { date: article.published })
          : t('updated', { date: article.updated })}
      </small>
    </header>
  );
}
