import { groupByTopic, type Question } from "@dailyleet/core";
import { useMemo } from "react";

/** A topic of the list, as far as it shows. */
export interface ShownTopic {
  /** Null where the list has no topics. */
  readonly name: string | null;
  /** Its questions in the whole list. */
  readonly all: readonly Question[];
  readonly shown: readonly Question[];
}

/** The questions that were found, by the topics of the whole list. */
export function useTopics(all: readonly Question[], found: readonly Question[]): readonly ShownTopic[] {
  const groups = useMemo(() => groupByTopic(all), [all]);
  return useMemo(() => {
    const wanted = new Set(found);
    const topics = groups.map(({ topic, questions }) => ({
      name: topic,
      all: questions,
      shown: questions.filter((question) => wanted.has(question)),
    }));
    return topics.filter(({ shown }) => shown.length > 0);
  }, [groups, found]);
}

/** The first batch fills a window. */
const FIRST_BATCH = 10;
const BATCH = 100;

/** The topics, cut so that each batch has no more rows than can be drawn at once; one that is cut has its name once. */
export function batchesOf(topics: readonly ShownTopic[]): (readonly ShownTopic[])[] {
  const batches: ShownTopic[][] = [];
  let room = 0;
  for (const part of topics.flatMap(cut)) {
    if (part.shown.length > room) {
      room = batches.length === 0 ? FIRST_BATCH : BATCH;
      batches.push([]);
    }
    batches.at(-1)?.push(part);
    room -= part.shown.length;
  }
  return batches;
}

function cut(topic: ShownTopic): ShownTopic[] {
  const count = Math.ceil(topic.shown.length / BATCH);
  return Array.from({ length: count }, (_, index) => ({
    ...topic,
    name: index === 0 ? topic.name : null,
    shown: topic.shown.slice(index * BATCH, (index + 1) * BATCH),
  }));
}
