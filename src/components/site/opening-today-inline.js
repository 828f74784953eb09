customElements.define(
  'opening-today',
  class extends HTMLElement {
    connectedCallback() {
      const { dataset, parentNode } = this;
      const runs = dataset.times.split(' ');
      const show = () => {
        let minutes = Date.now() / 6e4 - dataset.from;
        const now = runs.findIndex((run) => {
          minutes -= parseFloat(run);
          return minutes < 0;
        });
        if ('a' in dataset) this.textContent = dataset[runs.at(now).replace(/\d+/, '')];
        else parentNode.querySelectorAll('.days span')[now - 1]?.classList.add('today');
      };
      show();
      addEventListener('visibilitychange', show);
    }
  },
);
