import { mount } from 'svelte';

import './app.css';
import App from './App.svelte';
import { GUESTS } from './games/registry';
import { invite } from './guests/guests';

invite(GUESTS);

const target = document.getElementById('app');
if (target) mount(App, { target });
