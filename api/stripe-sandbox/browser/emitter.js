/** Listeners by event name, as elements and groups have them. */
export class Emitter {
  #listeners = new Map();

  on(name, listener) {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
    return this;
  }

  once(name, listener) {
    const once = (event) => {
      this.off(name, once);
      listener(event);
    };
    return this.on(name, once);
  }

  off(name, listener) {
    const kept = listener ? (this.#listeners.get(name) ?? []).filter((each) => each !== listener) : [];
    this.#listeners.set(name, kept);
    return this;
  }

  /** @returns whether anybody listens */
  emit(name, event) {
    const listeners = this.#listeners.get(name) ?? [];
    for (const listener of listeners) listener(event);
    return listeners.length > 0;
  }
}
