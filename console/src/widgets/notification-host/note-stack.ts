import { type Notification, notificationDurations } from "../../lib/notifications/notifications";

/** Most that show at once; when a further one comes the oldest leaves and the others wait their turn. */
const most = 3;

/** A notification that stands on the page, from its arrival to the end of its departure. */
export interface Note {
  id: number;
  notification: Notification;
  /** How often it was said while it stood; each time its time begins again. */
  said: number;
  phase: "arriving" | "standing" | "leaving";
  /** Is to leave, but shall be seen first. */
  unwanted: boolean;
}

export interface NoteStack {
  /** The oldest first. */
  notes: readonly Note[];
  waiting: readonly Notification[];
  nextId: number;
}

export type NoteEvent =
  | { type: "said"; notification: Notification }
  /** `arrived`: its entrance is over; `leave`: its time is over, or someone closed it; `gone`: so is its departure. */
  | { type: "arrived" | "leave" | "gone"; id: number };

export const emptyStack: NoteStack = { notes: [], waiting: [], nextId: 1 };

/** What shows after something has happened; pure, times are the caller's. */
export function changeStack(stack: NoteStack, event: NoteEvent): NoteStack {
  switch (event.type) {
    case "said":
      return advance(say(stack, event.notification));
    case "arrived":
      return advance(
        changeNote(stack, event.id, (note) => (note.phase === "arriving" ? { phase: "standing" } : {})),
      );
    case "leave":
      return advance(changeNote(stack, event.id, () => ({ unwanted: true })));
    case "gone":
      return advance({ ...stack, notes: stack.notes.filter((note) => note.id !== event.id) });
  }
}

const equal = (one: Notification, other: Notification): boolean =>
  one.kind === other.kind && one.title === other.title && one.message === other.message;

/** Equal words are not said twice at once: those that stand stay longer, and what their button does is what was said last. */
function say(stack: NoteStack, notification: Notification): NoteStack {
  const standing = stack.notes.find((note) => !note.unwanted && equal(note.notification, notification));
  if (standing) return changeNote(stack, standing.id, ({ said }) => ({ said: said + 1, notification }));
  if (!stack.waiting.some((other) => equal(other, notification)))
    return { ...stack, waiting: [...stack.waiting, notification] };
  const latest = (other: Notification) => (equal(other, notification) ? notification : other);
  return { ...stack, waiting: stack.waiting.map(latest) };
}

function changeNote(stack: NoteStack, id: number, change: (note: Note) => Partial<Note>): NoteStack {
  return {
    ...stack,
    notes: stack.notes.map((note) => (note.id === id ? { ...note, ...change(note) } : note)),
  };
}

/** Lets go who is to leave, lets in who waits, and makes room for the next. */
function advance(before: NoteStack): NoteStack {
  let stack: NoteStack = {
    ...before,
    notes: before.notes.map((note) =>
      note.unwanted && note.phase === "standing" ? { ...note, phase: "leaving" } : note,
    ),
  };
  for (let [next] = stack.waiting; next && mayEnter(stack, next); [next] = stack.waiting) {
    const note: Note = {
      id: stack.nextId,
      notification: next,
      said: 1,
      phase: "arriving",
      unwanted: false,
    };
    stack = { notes: [...stack.notes, note], waiting: stack.waiting.slice(1), nextId: stack.nextId + 1 };
  }
  return stack.waiting.length > 0 ? makeRoom(stack) : stack;
}

/** Words that are just leaving are awaited: a departure is never called back, and nothing stands there twice. */
function mayEnter(stack: NoteStack, next: Notification): boolean {
  return stack.notes.length < most && !stack.notes.some((note) => equal(note.notification, next));
}

/** One at a time. What stays until it is closed goes only if everything else is so, too. */
function makeRoom(stack: NoteStack): NoteStack {
  if (stack.notes.some((note) => note.unwanted)) return stack;
  const oldest =
    stack.notes.find((note) => notificationDurations[note.notification.kind] !== null) ?? stack.notes[0];
  return oldest ? changeStack(stack, { type: "leave", id: oldest.id }) : stack;
}
