/** Listeners by event name, as elements have them. */
export class Emitter {
  #listeners = new Map();

  on(name, listener) {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
    return this;
  }

  off(name, listener) {
    this.#listeners.set(
      name,
      (this.#listeners.get(name) ?? []).filter((each) => each !== listener),
    );
    return this;
  }

  /** @returns whether anybody listens */
  emit(name, event) {
    const listeners = this.#listeners.get(name) ?? [];
    for (const listener of listeners) listener(event);
    return listeners.length > 0;
  }
}
